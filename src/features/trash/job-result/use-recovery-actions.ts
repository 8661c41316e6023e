import { useMutation, useQueryClient } from '@tanstack/react-query'
import { restore as restoreItems } from '#src/features/trash/trash-writes.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type PlacedItem, type Wish, withWish } from '#src/jobs/placement/wish.ts'
import { setSkipped } from '#src/jobs/store/jobs.ts'
import { uniqueTimestampName } from '#src/lib/names/free-name.ts'
import type { NameClashChoice } from '#src/lib/names/name-clash.ts'
import { isFileRow } from '#src/lists/rows/file-row.ts'
import { originalAncestorsOf } from '#src/lists/rows/original-folder.ts'
import type { OutcomeLine } from './restore-groups.ts'
import { shownExistingId } from './use-item-of-same-name.ts'

/**
 * The items of these lines with what the user wishes now; those that were to go to a chosen folder still go there, unless
 * `wishOf` says otherwise.
 */
const itemsOf = (
  lines: readonly OutcomeLine[],
  wishOf: (line: OutcomeLine) => Wish = () => ({}),
): PlacedItem[] =>
  lines.flatMap((line) =>
    isFileRow(line.item)
      ? [withWish(line.item, { to: line.failure?.folder, ...wishOf(line) })]
      : [],
  )

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
  const keepBoth = (lines: readonly OutcomeLine[], name?: string) =>
    restore({
      items: itemsOf(lines, () => ({ onClash: 'keepBoth', name })),
      stagingFolderName: t.operations.restoring.stagingFolderName(uniqueTimestampName(new Date())),
    })
  return {
    chooseFolder,
    keepBoth: (lines: readonly OutcomeLine[]) => keepBoth(lines),
    choose: (choice: NameClashChoice, lines: readonly OutcomeLine[]) => {
      const items = lines.map(({ item }) => item)
      setSkipped(jobId, items, choice === 'skip')
      if (choice === 'keepBoth') keepBoth(lines)
      else if (choice === 'replace') {
        const replacing = (line: OutcomeLine): Wish => ({
          onClash: 'replace',
          existingId: shownExistingId(client, line),
        })
        restore({ items: itemsOf(lines, replacing) })
      }
    },
    /** Restores the item of a line under another name. */
    rename: (line: OutcomeLine, name: string) => keepBoth([line], name),
    recreateFolders: (lines: readonly OutcomeLine[]) => {
      const items = itemsOf(lines, () => ({ to: undefined }))
      restore({ items, foldersToCreate: originalAncestorsOf(items) })
    },
    retry: (lines: readonly OutcomeLine[]) =>
      restore({ items: itemsOf(lines, () => ({ to: undefined })) }),
    restoreTo: (lines: readonly OutcomeLine[], folder: string) =>
      restore({ items: itemsOf(lines, () => ({ to: folder })) }),
  }
}
export type RecoveryActions = ReturnType<typeof useRecoveryActions>
