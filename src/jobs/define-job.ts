import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { currentSession } from '#src/api/current-session.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import { parseUri } from '#src/contract/uri.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { lastUndoChanges, setLastUndo } from '#src/jobs/messages/last-undo.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { questionsOfKind } from '#src/jobs/questions/questions.ts'
import { CommandsAtWork } from '#src/jobs/runner/commands-at-work.ts'
import { JobRunner } from '#src/jobs/runner/job-runner.ts'
import { takeOverDelayedJob } from '#src/jobs/runner/unsent-jobs.ts'
import {
  allJobs,
  findJob,
  findJobOfJournal,
  isJobActive,
  jobsProcessing,
} from '#src/jobs/store/job-list.ts'
import type { JobItem, JobResult, UndoJobStarter } from '#src/jobs/store/job.ts'
import { setItemsSkipped, undoJob } from '#src/jobs/store/jobs.ts'
import { createWriteMeta } from './invalidation.ts'
import type { JobDefinition, JobOrigin } from './job-definition.ts'
import { startMutation } from './start-mutation.ts'

/** Drops items that come twice: a second one would conflict with the first. */
function distinct<Item extends JobItem>(items: readonly Item[]): Item[] {
  const known = new Set<string>()
  return items.filter(({ id, uri }) => {
    const isNew = !known.has(id) && !known.has(uri)
    known.add(id).add(uri)
    return isNew
  })
}

/** Whether whoever started a write of these items has signed out since: in shared folders nobody has to be signed in. */
const isSignedOut = (items: readonly JobItem[]): boolean =>
  currentSession().status === 'out' && items.some(({ uri }) => parseUri(uri).host !== 'share')

const nothing: JobResult = { done: [], failed: [], locked: [], left: [] }

/** Shows which lock a job waits for that processes some of these items already. */
function showWaitingJob(items: readonly JobItem[]): void {
  const waiting = jobsProcessing(items).find(({ state }) => state === 'waiting')
  questionsOfKind(lockQuestion)
    .find(({ id }) => id === waiting?.lockQuestionId)
    ?.answer({ action: 'show' })
}

/** Ids of the items that jobs are to process, or process, which continue this one, for example after a reload. */
function idsInPartsOf(continuesJob: number): ReadonlySet<string> {
  const parts = allJobs().filter((job) => job.continuesJob === continuesJob && isJobActive(job))
  return new Set(
    parts.flatMap(({ items, activeIds, lockQuestionId }) =>
      // A job has the id of its lock question from its beginning on; before that none of its items is active.
      lockQuestionId === undefined ? items.map(({ id }) => id) : [...activeIds],
    ),
  )
}

/**
 * Defines a write of many items. Calling the result gives the options of a mutation, which resolves with what became of
 * each item and rejects only when the session ends or its plan does; the job itself shows a message about its result.
 * Items that a running job already processes are left out, or waited for (`waitsForOthers`).
 */
export function defineJob<
  Item extends JobItem,
  V extends { readonly items: readonly Item[] },
  State = undefined,
  Note = never,
>(definition: JobDefinition<Item, V, State, Note>) {
  const commands = new CommandsAtWork<Item, V>(definition)
  const begin = (
    client: QueryClient,
    input: V,
    source: JobOrigin,
  ): JobRunner<Item, V, State, Note> => {
    /** Ids of items that are being tried again, also before that job has begun or while it waits for others. */
    const retried = new Set<string>()
    const runner: JobRunner<Item, V, State, Note> = new JobRunner(definition, input, {
      client,
      source,
      retry: async (ids, notes) => {
        const continuesJob = runner.report.shownBy
        const inPart = idsInPartsOf(continuesJob)
        const items = input.items.filter(
          ({ id }) => ids.has(id) && !retried.has(id) && !inPart.has(id),
        )
        if (items.length === 0) return nothing
        const fewer = { ...input, items }
        for (const { id } of items) retried.add(id)
        try {
          const { again } = definition
          const planned = again ? await again(fewer, client) : { input: fewer, skipped: [] }
          if (!planned) return undefined
          setItemsSkipped(continuesJob, planned.skipped, true)
          const continued = { continuesJob, isUndo: source.isUndo, notes }
          if (planned.input)
            return await startMutation(client, options(continued, true), planned.input)
          // All of them are skipped, which the message of the job says in place of the failures.
          showToast({ kind: 'job', jobId: continuesJob })
          return nothing
        } catch {
          // The job shows its own failures.
          return undefined
        } finally {
          for (const { id } of items) retried.delete(id)
        }
      },
    })
    return runner
  }
  const run = async (
    client: QueryClient,
    runner: JobRunner<Item, V, State, Note>,
    source: JobOrigin,
  ): Promise<JobResult> => {
    const changesBefore = lastUndoChanges()
    const result = await runner.run()
    const { followUp, report } = runner
    const { shownBy } = report
    const later =
      followUp && (await startMutation(client, options({ continuesJob: shownBy }, true), followUp))
    // Others have taken its items up meanwhile, so that nothing follows which would report both.
    if (later && later.jobId === undefined) showToast({ kind: 'job', jobId: shownBy })
    const canUndo = allJobs().some(({ id, undo }) => id === shownBy && undo)
    const isLast = source.continuesJob !== undefined && lastUndoChanges() === changesBefore
    const isDone = result.done.length + (later?.done.length ?? 0) > 0
    // The message of a continued job offers to take it back, also when nothing was done this time. Another write that has
    // begun since is the last one then.
    if (canUndo && !source.isUndo && (isLast || isDone)) setLastUndo(() => void undoJob(shownBy))
    return result
  }
  const { invalidates } = definition
  const options = (source: JobOrigin = {}, isPlanned = false) =>
    mutationOptions<JobResult, Error, V>({
      mutationFn: async (wanted, { client }) => {
        const { plan, waitsForOthers } = definition
        const isToPlan = plan && !isPlanned && !source.resumed
        const input = isToPlan ? await plan(wanted, client) : wanted
        if (!input) return nothing
        // What is found out before may take until then: nobody is to be told, and nothing sent, after that.
        if (isSignedOut(input.items)) throw new SessionEndedError()
        const { continuesJob, resumed } = source
        const { undoState } = findJob(continuesJob) ?? findJobOfJournal(resumed?.restored.id) ?? {}
        // What it is a part of is being taken back, or has been meanwhile.
        if (undoState === 'running' || undoState === 'done') return nothing
        const each = distinct<Item>(input.items)
        const waits = waitsForOthers || source.isUndo
        const free = () => commands.freeItems({ ...input, items: each })
        const items = resumed ? input.items : waits ? each : free()
        if (items.length === 0 || waits) showWaitingJob(input.items)
        if (items.length === 0) return nothing
        const runner = begin(client, { ...input, items }, source)
        return run(client, runner, source)
      },
      meta: createWriteMeta({ invalidates }),
    })

  /** Sends it in a few seconds. Until then the user can take it back, and what is wanted meanwhile joins it. */
  async function later(client: QueryClient, added: V): Promise<void> {
    const { kind } = definition.operation(added)
    const delayed = allJobs().find(
      ({ state, operation }) => state === 'delayed' && operation.kind === kind,
    )
    const joins = takeOverDelayedJob(delayed?.id)
    const earlier = (joins?.items ?? []) as readonly Item[]
    const items = distinct<Item>([...earlier, ...added.items])
    const input = { ...added, items }
    const runner = begin(client, input, { joins })
    if (!(await runner.delay())) return
    const sending = mutationOptions<JobResult, Error, V>({
      mutationFn: () => run(client, runner, {}),
      meta: createWriteMeta({ invalidates, keepsLastUndo: true }),
    })
    // The job shows its own failures, and rejects when the session ends.
    await startMutation(client, sending, input).catch(() => undefined)
  }

  return Object.assign((source?: JobOrigin) => options(source), {
    later,
    definition,
    begin,
    commands,
  })
}

/** A job with what it is to be started with. `input` is called when it starts: for ten thousand items that takes a while. */
export const toUndoJobStarter =
  <V>(
    write: (source?: JobOrigin) => Parameters<typeof startMutation<JobResult, V>>[1],
    input: () => V,
  ): UndoJobStarter =>
  (client, undoes) =>
    startMutation(client, write({ isUndo: true, undoes }), input())
