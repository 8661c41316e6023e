import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { defineJob } from '#src/jobs/define-job.ts'
import { invalidateKeys } from '#src/jobs/invalidation.ts'
import type { ResumedJob } from '#src/jobs/job-definition.ts'
import { type ItemOutcome, ItemOutcomes } from '#src/jobs/runner/outcomes.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { JobItem, JobResult } from '#src/jobs/store/job.ts'
import type { JournaledJob } from './journaled-job.ts'
import { JobNotes } from './notes.ts'

/** What can be done with the journals that earlier pages have left of a kind of job. */
export function resumableJob<
  Item extends JobItem,
  V extends { readonly items: readonly Item[] },
  State,
  Note,
>(job: ReturnType<typeof defineJob<Item, V, State, Note>>) {
  const { definition } = job
  /** What the job was started with that wrote the journal; undefined when no job of this kind, or none that can be read, did. */
  const readInput = ({ name, version, input, items }: JournaledJob): V | undefined => {
    const format = definition.journal
    if (name !== format?.name || version !== (format.version ?? 1)) return undefined
    const read = v.safeParse(format.input, { ...input, items })
    return read.success ? read.output : undefined
  }
  return {
    journalName: definition.journal?.name,
    canResume: (restored: JournaledJob): boolean => readInput(restored) !== undefined,
    /**
     * Cleans up after an interrupted job that is not to be continued. Resolves to what has become of it by then. Rejects
     * when it has to stay interrupted.
     */
    discard: async (client: QueryClient, restored: JournaledJob): Promise<JournaledJob> => {
      const input = readInput(restored)
      if (!input) return restored
      const { effects, outcomes, startedAt } = restored
      const notes = new JobNotes(definition.state, input, effects)
      const done = new ItemOutcomes<Item>(input.items, outcomes).withState('done')
      const { signal } = new AbortController()
      const note = (each: Note) => notes.add(each)
      const context = { input, state: notes.state, note, client, signal, startedAt }
      const finished = await definition
        .onDiscard?.(done, context)
        .finally(() => invalidateKeys(client, definition.invalidates(input)))
      const ids = new Set(finished?.map(({ id }) => id))
      const outcomeOf = ({ id }: Item, at: number): ItemOutcome | undefined =>
        ids.has(id) ? { state: 'done' } : outcomes[at]
      return { ...restored, effects: notes.all, outcomes: input.items.map(outcomeOf) }
    },
    /** Shows what an earlier page has done of a job that has ended. Returns its id; undefined when `canResume` is false. */
    show: (
      client: QueryClient,
      restored: JournaledJob,
      continuesJob: number | undefined,
    ): number | undefined => {
      const input = readInput(restored)
      if (!input) return undefined
      const isUndo = restored.operation?.isUndo
      const source = { resumed: { restored }, continuesJob, isUndo }
      const { id, report } = job.begin(client, input, source)
      report.showEnded()
      return id
    },
    resume: async (
      client: QueryClient,
      resumed: ResumedJob,
      continuesJob?: number,
    ): Promise<JobResult | undefined> => {
      const input = readInput(resumed.restored)
      const isUndo = resumed.restored.operation?.isUndo
      return input && startMutation(client, job({ resumed, continuesJob, isUndo }), input)
    },
  }
}
