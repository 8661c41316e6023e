import type { JournaledJob } from '#src/jobs/journal/journaled-job.ts'
import type { PlacementItem } from '#src/jobs/placement/placement-request.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import type { Write } from './write.ts'

/* Jobs that a reload has interrupted, by what their journals say. */

export type Interrupted = {
  /** The one that began it. */
  readonly write: Write
  /** Of all writes that have worked on it. */
  readonly mutationIds: ReadonlySet<number>
  /** Ids of items whose outcome was known: whoever goes on neither sends them nor asks about them. */
  readonly settled: ReadonlySet<string>
}

/** Whether the journal is that of this write, which may have left out items that another was about. */
export function isOf({ items }: JournaledJob, write: Write): boolean {
  const ids = new Set(write.items.map(({ id }) => id))
  const isTo = (item: JobItem) => ('wish' in item ? (item as PlacementItem).wish?.to : undefined)
  return items.every((item) => isTo(item) === write.folder && ids.has(item.id))
}

export const settledIn = ({ items, outcomes }: JournaledJob): Set<string> =>
  new Set(
    items.flatMap(({ id }, at) => {
      const state = outcomes[at]?.state
      return state === 'done' || state === 'failed' ? [id] : []
    }),
  )
