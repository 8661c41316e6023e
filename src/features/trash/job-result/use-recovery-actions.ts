import { useMutation, useQueryClient } from '@tanstack/react-query'
import { restoreAsDecided } from '#src/features/trash/name-clash-decisions.ts'
import { restore } from '#src/features/trash/trash-writes.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type PlacedItem, type Wish, withWish } from '#src/jobs/placement/wish.ts'
import { retryItems } from '#src/jobs/store/jobs.ts'
import { uniqueTimestampName } from '#src/lib/names/free-name.ts'
import type { NameClashDecisions } from '#src/lib/names/name-clash.ts'
import { isFileRow } from '#src/lists/rows/file-row.ts'
import { originalAncestorsOf } from '#src/lists/rows/original-folder.ts'
import type { OutcomeItem } from './restore-groups.ts'
import { nameTakenItemOf } from './use-items-of-same-name.ts'

/**
 * The items of these lines with what the user wishes now; those that were to go to a chosen folder still go there, unless
 * `wishOf` says otherwise.
 */
const itemsOf = (
  lines: readonly OutcomeItem[],
  wishOf: (line: OutcomeItem) => Wish = () => ({}),
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
  chooseFolder: (lines: readonly OutcomeItem[]) => void,
) {
  const { t } = useI18n()
  const client = useQueryClient()
  const { mutate: restoreAgain } = useMutation(restore({ continuesJob: jobId }))
  const { stagingFolderName } = t.operations.restoring
  const keepBoth = (lines: readonly OutcomeItem[], name?: string) =>
    restoreAgain({
      items: itemsOf(lines, () => ({ onClash: 'keepBoth', name })),
      stagingFolderName: stagingFolderName(uniqueTimestampName(new Date())),
    })
  return {
    chooseFolder,
    keepBoth: (lines: readonly OutcomeItem[]) => keepBoth(lines),
    /** Restores the items whose names are taken, as decided. */
    decide: (decisions: NameClashDecisions, lines: readonly OutcomeItem[]) =>
      void restoreAsDecided(client, jobId, lines.map(nameTakenItemOf), {
        decisions,
        stagingFolderName: stagingFolderName(uniqueTimestampName(new Date())),
        isShown: true,
      }),
    /** Restores the item of a line under another name. */
    rename: (line: OutcomeItem, name: string) => keepBoth([line], name),
    recreateFolders: (lines: readonly OutcomeItem[]) => {
      const items = itemsOf(lines, () => ({ to: undefined }))
      restoreAgain({ items, foldersToCreate: originalAncestorsOf(items) })
    },
    retry: (lines: readonly OutcomeItem[]) =>
      retryItems(
        jobId,
        lines.map(({ item }) => item),
      ),
    restoreTo: (lines: readonly OutcomeItem[], folder: string) =>
      restoreAgain({ items: itemsOf(lines, () => ({ to: folder })) }),
  }
}
export type RecoveryActions = ReturnType<typeof useRecoveryActions>
