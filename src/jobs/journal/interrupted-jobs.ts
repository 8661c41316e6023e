import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import type { Operation } from '#src/lib/operation.ts'

/** A job of this user that a reload or a crash interrupted. */
export type InterruptedJob = {
  readonly id: string
  /** The journal of the job that it continues, or its own. */
  readonly root: string
  /** Ids of the items that are not to be tried otherwise while it can be resumed. */
  readonly openIds: ReadonlySet<string>
  /** False for one that another version of the page has begun and this one cannot go on with: it can only be forgotten. */
  readonly isReadable: boolean
  /** Missing only where the journal cannot be read. */
  readonly operation: Operation | undefined
  readonly total: number
  readonly done: number
  /** Whether items that were sent without an answer may be done too. */
  readonly mayBeMore: boolean
  /** What the user may decide about it; neither rejects. */
  readonly resume: () => Promise<void>
  readonly discard: () => Promise<void>
}

type State = {
  jobs: readonly InterruptedJob[]
  /** Whether the page shows them, so that no toast has to. */
  isShownByPage: boolean
}
const noJobs: State['jobs'] = []
const useStore = create<State>()(() => ({ jobs: noJobs, isShownByPage: false }))
/** Ids that the user has decided about: a search that started before must not bring them back. */
const decidedIds = new Set<string>()

export const useInterruptedJobs = (): readonly InterruptedJob[] => useStore(({ jobs }) => jobs)
export const usePageShowsInterruptedJobs = (): boolean =>
  useStore(({ isShownByPage }) => isShownByPage)

/** Ids of items of the job with this journal that one of these decides about: it, or what continues it. */
export const interruptedIdsOf = (
  jobs: readonly InterruptedJob[],
  journalId: string | undefined,
): ReadonlySet<string> =>
  new Set(jobs.flatMap(({ root, openIds }) => (root === journalId ? [...openIds] : [])))

/** `id` is that of the journal; `root`: the journal of the job of which it is about a part. */
type Decision = {
  readonly kind: 'resume' | 'discard'
  readonly id: string
  readonly root: string | undefined
}

const decisions = new Map<Promise<void>, Decision>()

export async function addDecision(decision: Decision, carriedOut: Promise<void>): Promise<void> {
  decisions.set(carriedOut, decision)
  await carriedOut.finally(() => decisions.delete(carriedOut))
}

/** Whether this tab carries out what the user has decided about the job with this journal. */
export const isBeingDecided = (journalId: string): boolean =>
  [...decisions.values()].some(({ id }) => id === journalId)

export async function whenDecisionsCarriedOut(
  matches: (decision: Decision) => boolean,
): Promise<void> {
  const matching = [...decisions].filter(([, decision]) => matches(decision))
  await Promise.all(matching.map(([carriedOut]) => carriedOut))
}

/** Discards the interrupted parts of the job with this journal. Resolves to whether none of them is left. */
export async function discardInterruptedParts(journalId: string | undefined): Promise<boolean> {
  if (journalId === undefined) return true
  const parts = () => useStore.getState().jobs.filter(({ root }) => root === journalId)
  const discarded = new Set<string>()
  for (;;) {
    // The user may decide about one while another is being discarded.
    await whenDecisionsCarriedOut(({ root }) => root === journalId)
    const next = parts().find(({ id }) => !discarded.has(id))
    if (!next) return parts().length === 0
    discarded.add(next.id)
    await next.discard()
  }
}

export const setInterruptedJobs = (found: readonly InterruptedJob[]): void =>
  useStore.setState({ jobs: found.filter(({ id }) => !decidedIds.has(id)) })
export const setPageShowsInterruptedJobs = (isShownByPage: boolean): void =>
  useStore.setState({ isShownByPage })

/** To be called when the user has decided about a job. Returns the job if it is still known. */
export function removeInterruptedJob(id: string): InterruptedJob | undefined {
  decidedIds.add(id)
  const { jobs } = useStore.getState()
  useStore.setState({ jobs: jobs.filter((each) => each.id !== id) })
  return jobs.find((each) => each.id === id)
}

/** To be called when what the user has decided about a job could not be done. */
export function readdInterruptedJob(job: InterruptedJob): void {
  decidedIds.delete(job.id)
  const others = useStore.getState().jobs.filter(({ id }) => id !== job.id)
  useStore.setState({ jobs: [...others, job] })
}

onSignOut(() => {
  decidedIds.clear()
  useStore.setState({ jobs: noJobs, isShownByPage: false })
})
