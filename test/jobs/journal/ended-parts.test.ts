import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { showAllParts } from '#src/features/shell/interrupted/resume-jobs.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { readJournaledJob } from '#src/jobs/journal/journaled-job.ts'
import { resumableJob } from '#src/jobs/journal/resumable-job.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { ItemOutcomes } from '#src/jobs/runner/outcomes.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { findJob, reportingJobOf, subscribeToJobs } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import { createOperation } from '#src/lib/operation.ts'
import { readJournalsOfRoot } from '#src/platform/left-journals.ts'
import { createJournal, deleteJournalsOfUser, endJournal } from '#src/platform/operation-journal.ts'

/* What a Retry had done before a reload that interrupted another part of the same job. */

const user = 'mei'
beforeEach(() => setSession({ status: 'active', userId: user }))
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  service.answerAfterMs = 0
  resetStores()
  resetSession()
  await deleteJournalsOfUser(user)
})

const Input = v.object({
  items: v.array(v.object({ id: v.string(), uri: v.string(), name: v.string() })),
})
const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))

const service = { refused: new Set<string>(), undone: [] as string[][], answerAfterMs: 0 }
const job = defineJob<JobItem, v.InferOutput<typeof Input>>({
  journal: { name: 'test', input: Input },
  operation: (input) => createOperation('trash', input.items),
  stages: (some) => [{ items: some, chunkSize: 1 }],
  createSender:
    () =>
    async ([item]) => {
      const { answerAfterMs: ms } = service
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
      if (service.refused.has(item?.id ?? '')) throw new ApiError({ code: ErrorCode.forbidden })
    },
  isDone: async () => false,
  undo: (parts) => async () => {
    const back = parts.flatMap(({ result }) => result.done)
    service.undone.push(back.map(({ id }) => id).toSorted())
    return { done: back, failed: [], locked: [], left: [] }
  },
  invalidates: () => [],
})

const header = { name: 'test', version: 1, input: {}, operation: createOperation('trash', items) }
const failed = (...indexes: number[]) => ({
  state: 'failed' as const,
  indexes,
  error: { message: 'http' },
})
const done = (...indexes: number[]) => ({ state: 'done' as const, indexes })

async function resume(root: string, id: string, write = job) {
  const client = createQueryClient()
  const journal = await JobJournal.resume(id)
  const restored = (await readJournalsOfRoot(user, root))
    .flatMap((record) => readJournaledJob(record) ?? [])
    .find((each) => each.id === id)
  if (!restored || !journal) throw new Error('nothing to resume')
  const continues = await showAllParts(client, resumableJob(write), restored)
  const result = await resumableJob(write).resume(client, { restored, journal }, continues)
  client.clear()
  return result && reportingJobOf(result)
}

it('is told, and taken back, with the job that it continued when that goes on', async () => {
  await createJournal(user, 'root', { ...header, startedAt: 0 }, [{ items }, done(0), failed(1)])
  await createJournal(user, 'again', { ...header, startedAt: 1, root: 'root' }, [
    { items: items.slice(1, 2) },
    done(0),
  ])
  await endJournal('again')
  const shown = await resume('root', 'root')
  expect(shown).toMatchObject({ total: 4, done: 4, failed: 0, result: { left: [] } })
  await undoJob(shown?.id ?? 0)
  expect(service.undone.pop()).toEqual(['a', 'b', 'c', 'd'])
})

it('is told of a job that cannot be taken back', async () => {
  await createJournal(user, 'root', { ...header, startedAt: 0 }, [{ items }, done(0), failed(1)])
  await createJournal(user, 'again', { ...header, startedAt: 1, root: 'root' }, [
    { items: items.slice(1, 2) },
    done(0),
  ])
  await endJournal('again')
  const { undo: _, ...definition } = job.definition
  const shown = await resume('root', 'root', defineJob(definition))
  expect(shown).toMatchObject({ done: 4, failed: 0, undo: undefined })
})

it('is told when a part that was started before it goes on', async () => {
  await createJournal(user, 'first', { ...header, startedAt: 0 }, [
    { items },
    done(0),
    failed(1, 2, 3),
  ])
  await endJournal('first')
  const part = { ...header, root: 'first' }
  await createJournal(user, 'waits', { ...part, startedAt: 1 }, [
    { items: items.slice(1, 3) },
    failed(1),
  ])
  await createJournal(user, 'later', { ...part, startedAt: 2 }, [
    { items: items.slice(2) },
    done(0, 1),
  ])
  await endJournal('later')
  const shown = await resume('first', 'waits')
  expect(shown).toMatchObject({ total: 4, done: 4, failed: 0, result: { left: [] } })
  await undoJob(shown?.id ?? 0)
  expect(service.undone.pop()).toEqual(['a', 'b', 'c', 'd'])
})

it('is in a journal, also when it was of a single item', async () => {
  service.refused.add('b')
  const client = createQueryClient()
  const { jobId = 0 } = await startMutation(client, job(), { items })
  service.refused.clear()
  await retryItems(jobId, items.slice(1, 2))
  const root = findJob(jobId)?.journalId ?? ''
  expect(await readJournalsOfRoot(user, root)).toHaveLength(2)
  client.clear()
})

it('S9 is not gathered again with each step of the job that goes on', async () => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    id: String(at),
    uri: `svc://my/${at}`,
    name: String(at),
  }))
  await createJournal(user, 'root', { ...header, startedAt: 0 }, [
    { items: many },
    done(0),
    failed(1),
  ])
  await createJournal(user, 'again', { ...header, startedAt: 1, root: 'root' }, [
    { items: many.slice(1, 2) },
    done(0),
  ])
  await endJournal('again')
  service.answerAfterMs = 50
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const gather = vi.spyOn(ItemOutcomes.prototype, 'result')
  const numbersShown = new Set<number>()
  const unsubscribe = subscribeToJobs(([first]) => numbersShown.add(first?.done ?? 0))
  const state = { hasEnded: false }
  const resumed = resume('root', 'root').finally(() => (state.hasEnded = true))
  while (!state.hasEnded) await vi.advanceTimersByTimeAsync(25)
  unsubscribe()
  expect(await resumed).toMatchObject({ done: 40, failed: 0 })
  expect(numbersShown.size).toBeGreaterThan(10)
  expect(gather.mock.calls.length).toBeLessThan(10)
})
