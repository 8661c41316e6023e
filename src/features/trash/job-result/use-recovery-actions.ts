import { useMutation, useQueryClient } from '@tanstack/react-query'
import { restore as restoreItems } from '#src/features/trash/trash-writes.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { RestoreRequest } from '#src/jobs/placement/restore/restore-request.ts'
import { setSkipped } from '#src/jobs/store/jobs.ts'
import { uniqueTimestampName } from '#src/lib/names/free-name.ts'
import type { NameClashChoice } from '#src/lib/names/name-clash.ts'
import { type FileRow, fileRowsOf } from '#src/lists/rows/file-row.ts'
import { originalAncestorsOf } from '#src/lists/rows/original-folder.ts'
import type { OutcomeLine } from './restore-groups.ts'
import { shownExistingId } from './use-item-of-same-name.ts'

const rowsOf = (lines: readonly OutcomeLine[]): FileRow[] =>
  fileRowsOf(lines.map(({ item }) => item))

/**
 * What can be done about items that were not restored. Each action starts a restore that follows the job, so that the
 * result of the job says what became of them.
 */
export function useRecoveryActions(
  jobId: number,
  chooseFolder: (lines: readonly OutcomeLine[]) => void,
) {
  const { t } = useI18n()
  const client = useQueryClient()
  const { mutate: restore } = useMutation(restoreItems({ continuesJob: jobId }))
  /** Items that were to go to a chosen folder still go there. */
  const restoreByFolder = (
    lines: readonly OutcomeLine[],
    optionsOf: (items: readonly FileRow[]) => Omit<RestoreRequest, 'items' | 'folder'>,
  ) => {
    for (const folder of new Set(lines.map(({ failure }) => failure?.folder))) {
      const items = rowsOf(lines.filter(({ failure }) => failure?.folder === folder))
      restore({ items, folder, ...optionsOf(items) })
    }
  }
  const stagingFolderName = () =>
    t.operations.restoring.stagingFolderName(uniqueTimestampName(new Date()))
  const keepBoth = (lines: readonly OutcomeLine[]) =>
    restoreByFolder(lines, (items) => ({
      keepBoth: { ids: items.map(({ id }) => id), stagingFolderName: stagingFolderName() },
    }))
  return {
    chooseFolder,
    keepBoth,
    choose: (choice: NameClashChoice, lines: readonly OutcomeLine[]) => {
      const ids = lines.map(({ item }) => item.id)
      setSkipped(jobId, ids, choice === 'skip')
      const shownIds = new Map(lines.map((line) => [line.item.id, shownExistingId(client, line)]))
      if (choice === 'keepBoth') keepBoth(lines)
      else if (choice === 'replace')
        restoreByFolder(lines, (items) => ({
          replace: items.map(({ id }) => ({ id, existingId: shownIds.get(id) })),
        }))
    },
    /** Restores the item of a line under another name. */
    rename: (line: OutcomeLine, name: string) =>
      restoreByFolder([line], (items) => ({
        keepBoth: {
          ids: items.map(({ id }) => id),
          stagingFolderName: stagingFolderName(),
          names: { [line.item.id]: name },
        },
      })),
    recreateFolders: (lines: readonly OutcomeLine[]) => {
      const items = rowsOf(lines)
      restore({ items, foldersToCreate: originalAncestorsOf(items) })
    },
    retry: (lines: readonly OutcomeLine[]) => restore({ items: rowsOf(lines) }),
    restoreTo: (lines: readonly OutcomeLine[], folder: string) =>
      restore({ items: rowsOf(lines), folder }),
  }
}
export type RecoveryActions = ReturnType<typeof useRecoveryActions>
