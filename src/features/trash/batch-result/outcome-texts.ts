import { ErrorCode } from '#src/contract/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import type { Messages } from '#src/i18n/messages.ts'
import type { Batch, BatchItem, BatchResult } from '#src/jobs/batches/batch.ts'
import { activeIdsOf, useRunningContributors } from '#src/jobs/batches/batches.ts'
import { useSkippedIds } from '#src/jobs/batches/skipped-items.ts'

type Decided = {
  /** Items that the user has decided to leave as they are. */
  readonly skippedIds: ReadonlySet<string>
  /** Items that still wait for a lock. */
  readonly waitingIds: ReadonlySet<string>
}

/** The items that were not processed, each counted under one outcome. */
function outcomeCounts({ failed, locked, left }: BatchResult, { skippedIds, waitingIds }: Decided) {
  const countIn = (items: readonly BatchItem[], ids: ReadonlySet<string>) =>
    items.filter(({ id }) => ids.has(id)).length
  const unknown = failed.filter(({ isUnknown }) => isUnknown).length
  const nameTaken = failed.filter(({ error }) => hasErrorCode(error, ErrorCode.nameTaken))
  const skippedNames = countIn(
    nameTaken.map(({ item }) => item),
    skippedIds,
  )
  const skippedLocked = countIn(
    locked.filter(({ id }) => !waitingIds.has(id)),
    skippedIds,
  )
  const waiting = countIn([...locked, ...left], waitingIds)
  return {
    failed: failed.length - unknown - skippedNames,
    unknown,
    skipped: skippedNames + skippedLocked,
    waiting,
    locked: locked.length - skippedLocked - countIn(locked, waitingIds),
    left: left.length - countIn(left, waitingIds),
  }
}

export type OutcomeCounts = ReturnType<typeof outcomeCounts>

/** Whether it is the user’s turn, or that of whoever holds a lock. */
export const waitsForLock = ({ state }: Batch): boolean => state === 'asking' || state === 'waiting'

/** Counts the outcomes of a batch, of which some items may still wait for a lock. */
export function useOutcomeCounts(batchId: number, result: BatchResult | undefined) {
  const skippedIds = useSkippedIds(batchId)
  const waiting = useRunningContributors(batchId).filter(waitsForLock)
  const waitingIds = new Set(waiting.flatMap(({ id }) => [...activeIdsOf(id)]))
  return result && outcomeCounts(result, { skippedIds, waitingIds })
}

/** One sentence about the outcomes of which there are any; undefined when there is nothing to say. */
export function outcomesText(counts: Partial<OutcomeCounts>, t: Messages): string | undefined {
  const { failed = 0, unknown = 0, waiting = 0, locked = 0, skipped = 0, left = 0 } = counts
  const parts = [
    failed > 0 && t.operations.failedCount(failed),
    unknown > 0 && t.operations.unknownCount(unknown),
    waiting > 0 && t.operations.waitingCount(waiting),
    locked > 0 && t.operations.lockedCount(locked),
    skipped > 0 && t.operations.skippedCount(skipped),
    left > 0 && t.operations.leftCount(left),
  ].filter((part) => part !== false)
  return parts.length > 0 ? t.operations.outcomes(parts) : undefined
}
