import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { dismissJobToast } from '#src/jobs/messages/toasts.ts'
import { allJobs, contributesTo, findJob, updateJobs } from './job-list.ts'
import type { FailedItem, Job, JobItem, JobResult } from './job.ts'

/** One result of a job and one that follows it: the items of the later leave the lists that the earlier had them in. */
export function mergeResults(earlier: JobResult, later: JobResult): JobResult {
  const laterItems = [later.done, later.failed.map(({ item }) => item), later.locked, later.left]
  const laterIds = new Set(laterItems.flat().map(({ id }) => id))
  const mergeById = <V>(
    known: ReadonlyMap<string, V> = new Map(),
    more: typeof known = new Map(),
  ) => new Map([...[...known].filter(([id]) => !laterIds.has(id)), ...more])
  const isEarlier = ({ id }: JobItem) => !laterIds.has(id)
  return {
    jobId: earlier.jobId,
    done: [...earlier.done.filter(isEarlier), ...later.done],
    failed: [...earlier.failed.filter(({ item }) => isEarlier(item)), ...later.failed],
    locked: [...earlier.locked.filter(isEarlier), ...later.locked],
    locks: new Map([...(earlier.locks ?? []), ...(later.locks ?? [])]),
    left: [...earlier.left.filter(isEarlier), ...later.left],
    destinations: [...(earlier.destinations ?? []), ...(later.destinations ?? [])],
    staged: mergeById(earlier.staged, later.staged),
    replaced: mergeById(earlier.replaced, later.replaced),
    renamed: mergeById(earlier.renamed, later.renamed),
    newNames: (earlier.newNames ?? 0) + (later.newNames ?? 0),
    isUnlocked: earlier.isUnlocked || later.isUnlocked,
  }
}

/** Its message tells the result without the items that a later job of its kind has taken up. */
export function resultWithoutSupersededItems({
  result,
  supersededIds: superseded,
}: Job): JobResult | undefined {
  if (!result || superseded.size === 0) return result
  const isTold = ({ id }: JobItem) => !superseded.has(id)
  return {
    ...result,
    failed: result.failed.filter(({ item }) => isTold(item)),
    locked: result.locked.filter(isTold),
    left: result.left.filter(isTold),
  }
}

/** The item is gone, or is not as it was when it was chosen. */
const finalCodes: readonly number[] = [
  ErrorCode.notFound,
  ErrorCode.linkEnded,
  ErrorCode.staleUri,
  ErrorCode.viewChanged,
  ErrorCode.linkChanged,
  ErrorCode.linkRevived,
]

/** Whether an item that failed may be done by another try. */
export const canRetryItem = ({ error }: FailedItem): boolean =>
  !finalCodes.some((code) => hasErrorCode(error, code))

export const notDoneItems = ({ failed, locked, left }: JobResult): JobItem[] => [
  ...failed.map(({ item }) => item),
  ...locked,
  ...left,
]

/** Those of the items of which nobody could tell whether they are done. */
export const unknownIdsOf = (id: number): Set<string> =>
  new Set(
    findJob(id)?.result?.failed.flatMap(({ item, isUnknown }) => (isUnknown ? item.id : [])) ?? [],
  )

/** Looks them up by the jobs that have sent them. Rejects while nobody can tell of some. */
export async function lookUpUnknown(id: number): Promise<void> {
  const unknown = unknownIdsOf(id)
  const jobs = allJobs().filter((each) => contributesTo(each, id))
  const lookups = await Promise.allSettled(jobs.map((each) => each.lookUpUnknown(unknown)))
  for (const each of lookups) if (each.status === 'rejected') throw each.reason
}

/** Id of the job whose message tells of it. */
export const shownBy = ({ id, continuesJob }: Job): number => continuesJob ?? id

const countNotDone = (job: Job | undefined): number => {
  const told = job && resultWithoutSupersededItems(job)
  return told ? notDoneItems(told).length : 0
}

/** Those that an earlier page began come before those of this one. */
const byStart = (one: Job, other: Job): number =>
  (one.startedBefore ?? Number.MAX_VALUE) - (other.startedBefore ?? Number.MAX_VALUE)

/**
 * Of the jobs of a kind that have taken an item up, the one that was started last tells what becomes of it, also when an
 * earlier one is resumed after it; what continues a job counts as that. The message of a job that has ended goes when it
 * has nothing else to tell.
 */
export function markItemsSuperseded(added: Job): void {
  const ids = new Set(added.items.map(({ id }) => id))
  const ofKind = allJobs().filter(({ operation }) => operation.kind === added.operation.kind)
  const taken = ofKind
    .toSorted(byStart)
    .flatMap((job) =>
      job.items.flatMap(({ id }) => (ids.has(id) ? [{ id, by: shownBy(job) }] : [])),
    )
  const tellers = new Map(taken.map(({ id, by }) => [id, by]))
  for (const root of new Set(taken.map(({ by }) => by))) {
    const job = findJob(root)
    if (!job) continue
    const supersededIds = new Set([...job.supersededIds].filter((id) => tellers.get(id) !== root))
    for (const { id, by } of taken)
      if (by === root && tellers.get(id) !== root) supersededIds.add(id)
    updateJobs((jobs) => jobs.map((each) => (each.id === root ? { ...each, supersededIds } : each)))
    const hasNothingToTell = countNotDone(job) > 0 && countNotDone(findJob(root)) === 0
    if (job.state === 'ended' && hasNothingToTell) dismissJobToast(root)
  }
}

/** What has been said of where items are is over once a job brings them elsewhere. */
const moving = new Set<Job['operation']['kind']>(['trash', 'restore', 'move'])

/**
 * Dismisses messages of jobs that are done, all of whose items another job has brought elsewhere: neither they nor their
 * Undo hold any more. A job that takes another back shows that in the message of the other.
 */
export function dismissOutdatedMessages(job: Job, items: readonly JobItem[]): void {
  if (!moving.has(job.operation.kind)) return
  const ids = new Set(items.map(({ id }) => id))
  for (const { id, state, operation, result, undoState } of allJobs()) {
    if (state !== 'ended' || !result || !moving.has(operation.kind)) continue
    if (id === job.undoes || id === job.continuesJob || undoState === 'running') continue
    if (id === job.id || result.done.length === 0 || notDoneItems(result).length > 0) continue
    if (result.done.every((item) => ids.has(item.id))) dismissJobToast(id)
  }
}
