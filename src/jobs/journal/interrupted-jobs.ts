import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import type { Operation } from '#src/lib/operation.ts'

/** A reload or a crash interrupted this job of the user. */
export type InterruptedJob = {
  /** It is the id of its journal. */
  readonly id: string
  /**
   * It is false for one that another version of the page has begun and this one cannot go on with: it can only be
   * forgotten.
   */
  readonly isReadable: boolean
  /** It is missing only where the journal cannot be read. */
  readonly operation: Operation | undefined
  readonly total: number
  readonly done: number
  /** Items that were sent without an answer may be done too when it is set. */
  readonly mayBeMore: boolean
  /** The user may decide about it with these; neither rejects. */
  readonly resume: () => Promise<void>
  readonly discard: () => Promise<void>
}

type State = {
  jobs: readonly InterruptedJob[]
  /** The page shows them when it is set, so that no toast has to. */
  isShownByPage: boolean
}
const noJobs: State['jobs'] = []
const useStore = create<State>()(() => ({ jobs: noJobs, isShownByPage: false }))
/** The user has decided about these ids: a search that started before must not bring them back. */
const decidedIds = new Set<string>()

export const useInterruptedJobs = (): readonly InterruptedJob[] => useStore(({ jobs }) => jobs)
export const useDoesPageShowInterruptedJobs = (): boolean =>
  useStore(({ isShownByPage }) => isShownByPage)
/** A toast is to show these interrupted jobs. */
export const useInterruptedJobsForToasts = (): readonly InterruptedJob[] =>
  useStore(({ jobs, isShownByPage }) => (isShownByPage ? noJobs : jobs))

export const setInterruptedJobs = (found: readonly InterruptedJob[]): void =>
  useStore.setState({ jobs: found.filter(({ id }) => !decidedIds.has(id)) })
export const setPageShowsInterruptedJobs = (isShownByPage: boolean): void =>
  useStore.setState({ isShownByPage })

/** Call it when the user has decided about a job. Returns the job if it is still known. */
export function removeInterruptedJob(id: string): InterruptedJob | undefined {
  decidedIds.add(id)
  const { jobs } = useStore.getState()
  useStore.setState({ jobs: jobs.filter((each) => each.id !== id) })
  return jobs.find((each) => each.id === id)
}

/** Call it when what the user has decided about a job could not be done. */
export function readdInterruptedJob(job: InterruptedJob): void {
  decidedIds.delete(job.id)
  const others = useStore.getState().jobs.filter(({ id }) => id !== job.id)
  useStore.setState({ jobs: [...others, job] })
}

onSignOut(() => useStore.setState({ jobs: noJobs, isShownByPage: false }))
