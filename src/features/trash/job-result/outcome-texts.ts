import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { activeIdsOf } from '#src/jobs/store/active-items.ts'
import type { Job, JobItem, JobResult } from '#src/jobs/store/job.ts'
import { useJobById, useRunningContributors } from '#src/jobs/store/jobs.ts'

type Decided = {
  /** Items that the user has decided to leave as they are. */
  readonly skippedIds: ReadonlySet<string>
  /** Items that still wait for a lock. */
  readonly waitingIds: ReadonlySet<string>
}

/** The items that were not processed, each counted under one outcome. */
function outcomeCounts({ failed, locked, left }: JobResult, { skippedIds, waitingIds }: Decided) {
  const countIn = (items: readonly JobItem[], ids: ReadonlySet<string>) =>
    items.filter(({ id }) => ids.has(id)).length
  const unknown = failed.filter(({ isUnknown }) => isUnknown).length
  const changed = failed.filter(({ error }) => hasErrorCode(error, ErrorCode.viewChanged)).length
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
    failed: failed.length - unknown - changed - skippedNames,
    unknown,
    changed,
    skipped: skippedNames + skippedLocked,
    waiting,
    locked: locked.length - skippedLocked - countIn(locked, waitingIds),
    left: left.length - countIn(left, waitingIds),
  }
}

export type OutcomeCounts = ReturnType<typeof outcomeCounts>

/** Whether it is the user’s turn, or that of whoever holds a lock. */
export const waitsForLock = ({ state }: Job): boolean => state === 'asking' || state === 'waiting'

const none: ReadonlySet<string> = new Set()

/** Counts the outcomes of a job, of which some items may still wait for a lock. */
export function useOutcomeCounts(jobId: number, result: JobResult | undefined) {
  const skippedIds = useJobById(jobId)?.skippedIds ?? none
  const waiting = useRunningContributors(jobId).filter(waitsForLock)
  const waitingIds = new Set(waiting.flatMap(({ id }) => [...activeIdsOf(id)]))
  return result && outcomeCounts(result, { skippedIds, waitingIds })
}

/** One sentence about the outcomes of which there are any; undefined when there is nothing to say. */
export function outcomesText(counts: Partial<OutcomeCounts>, t: Messages): string | undefined {
  const { failed = 0, unknown = 0, changed = 0 } = counts
  const { waiting = 0, locked = 0, skipped = 0, left = 0 } = counts
  const parts = [
    failed > 0 && t.operations.failedCount(failed),
    unknown > 0 && t.operations.unknownCount(unknown),
    changed > 0 && t.operations.changedCount(changed),
    waiting > 0 && t.operations.waitingCount(waiting),
    locked > 0 && t.operations.lockedCount(locked),
    skipped > 0 && t.operations.skippedCount(skipped),
    left > 0 && t.operations.leftCount(left),
  ].filter((part) => part !== false)
  return parts.length > 0 ? t.operations.outcomes(parts) : undefined
}
