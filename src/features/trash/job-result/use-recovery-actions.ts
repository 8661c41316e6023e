import { useMutation, useQueryClient } from '@tanstack/react-query'
import { loadedFolderId } from '#src/features/file-lists/write-target.ts'
import { planClashDecisions } from '#src/features/trash/deleted-clashes.ts'
import { restore } from '#src/features/trash/trash-writes.ts'
import { type PlacementItem, withPlacement } from '#src/jobs/placement/placement-request.ts'
import { setItemsSkipped } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import type { NameClashDecisions } from '#src/lib/names/name-clash.ts'
import { fileRowsAmong } from '#src/lists/rows/file-row.ts'
import { originalAncestorsOf } from '#src/lists/rows/original-folder.ts'
import type { UnprocessedItem } from './unprocessed-items.ts'

const rowsOf = (lines: readonly UnprocessedItem[]): PlacementItem[] =>
  fileRowsAmong(lines.map(({ item }) => item))

/**
 * What can be done about items that were not restored. Each action starts a restore that follows the job, so that the
 * result of the job says what became of them.
 */
export function useRecoveryActions(
  jobId: number,
  chooseFolder: (lines: readonly UnprocessedItem[]) => void,
) {
  const client = useQueryClient()
  const { mutate: restoreAgain } = useMutation(restore({ continuesJob: jobId }))
  const decide = async (decisions: NameClashDecisions, lines: readonly UnprocessedItem[]) => {
    const { items, skipped } = await planClashDecisions(client, rowsOf(lines), decisions, true)
    setItemsSkipped(jobId, skipped, true)
    if (items.length > 0) restoreAgain({ items })
  }
  return {
    chooseFolder,
    /** It restores the items whose names are taken, as decided. */
    decide: (decisions: NameClashDecisions, lines: readonly UnprocessedItem[]) =>
      void decide(decisions, lines),
    /** Restores the item of a line under another name. */
    rename: (line: UnprocessedItem, name: string) =>
      restoreAgain({
        // One that was to go to a chosen folder still goes there.
        items: rowsOf([line]).map((item) => {
          const { to, toId } = item.wish ?? {}
          return withPlacement(item, { to, toId, onClash: 'keepBoth', name })
        }),
      }),
    recreateFolders: (lines: readonly UnprocessedItem[]) => {
      const items = rowsOf(lines).map((item) => withPlacement(item, {}))
      restoreAgain({ items, foldersToCreate: originalAncestorsOf(items) })
    },
    retry: (lines: readonly UnprocessedItem[]) =>
      void retryItems(
        jobId,
        lines.map(({ item }) => item),
      ),
    restoreTo: (lines: readonly UnprocessedItem[], to: string) => {
      const toId = loadedFolderId(client, to)
      restoreAgain({ items: rowsOf(lines).map((item) => withPlacement(item, { to, toId })) })
    },
  }
}
export type RecoveryActions = ReturnType<typeof useRecoveryActions>
