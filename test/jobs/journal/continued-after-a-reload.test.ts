import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError, TransportError } from '#src/contract/errors.ts'
import { showAllParts } from '#src/features/shell/interrupted/resume-jobs.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { type JournaledJob, readJournaledJob } from '#src/jobs/journal/journaled-job.ts'
import { resumableJob } from '#src/jobs/journal/resumable-job.ts'
import { toastAbout } from '#src/jobs/messages/toasts.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs, findJob, reportingJobOf } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import { createOperation } from '#src/lib/operation.ts'
import { leaseKeyOf } from '#src/platform/journal-lock.ts'
import { readJournalsOfRoot } from '#src/platform/left-journals.ts'
import {
  readUnfinishedJournals,
  createJournal,
  deleteJournalsOfUser,
} from '#src/platform/operation-journal.ts'
import { removeStored, writeStored } from '#src/platform/storage.ts'

/* A job whose rest was being tried again when the page was reloaded. */

const user = 'mei'
beforeEach(() => setSession({ status: 'active', userId: user }))
afterEach(async () => {
  resetStores()
  resetSession()
  await deleteJournalsOfUser(user)
})

const Input = v.object({
  items: v.array(v.object({ id: v.string(), uri: v.string(), name: v.string() })),
})
const items = ['a', 'b', 'c'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))

/** Refuses `b` and `c` until `isFree`; then its answers do not come while `isStuck`. */
function createService() {
  const service = {
    isFree: false,
    isStuck: false,
    done: new Set<string>(),
    undone: [] as string[][],
  }
  const job = defineJob<JobItem, v.InferOutput<typeof Input>>({
    journal: { name: 'test', input: Input },
    operation: (input) => createOperation('trash', input.items),
    createSender: () => async (some) => {
      if (service.isStuck) await new Promise(() => {})
      const refused = some.filter(({ id }) => id !== 'a' && !service.isFree)
      for (const { id } of some) if (id === 'a' || service.isFree) service.done.add(id)
      const error = new ApiError({ code: ErrorCode.forbidden })
      if (refused.length > 0)
        throw new BatchError(
          { code: ErrorCode.batchIncomplete },
          new Map(refused.map(({ uri }) => [uri, error])),
        )
    },
    isDone: async ({ id }) => service.done.has(id),
    undo: (parts) => async () => {
      const back = parts.flatMap(({ result }) => result.done)
      service.undone.push(back.map(({ id }) => id))
      return { done: back, failed: [], locked: [], left: [] }
    },
    invalidates: () => [],
  })
  return { service, job }
}

const read = (records: Awaited<ReturnType<typeof readUnfinishedJournals>>): JournaledJob[] =>
  records.flatMap((record) => readJournaledJob(record) ?? [])

/** The page is gone, not its user. */
function reload(): void {
  resetSession()
  resetStores()
  setSession({ status: 'active', userId: user })
}

it('is one job with one Undo again when the rest goes on', async () => {
  const { service, job } = createService()
  const client = createQueryClient()
  const id = reportingJobOf(await startMutation(client, job(), { items }))?.id ?? 0
  service.isFree = true
  service.isStuck = true
  void retryItems(id, items.slice(1))
  await vi.waitFor(async () => expect(await readUnfinishedJournals(user)).toHaveLength(1))
  reload()
  service.isStuck = false
  const [restored] = read(await readUnfinishedJournals(user))
  if (!restored) throw new Error('nothing to resume')
  const journal = await JobJournal.resume(restored.id)
  if (!journal) throw new Error('locked')
  const shownBy = await showAllParts(client, resumableJob(job), restored)
  const result = await resumableJob(job).resume(client, { restored, journal }, shownBy)
  const shown = result && reportingJobOf(result)
  expect(shown).toMatchObject({ total: 3, done: 3, failed: 0, operation: { count: 3 } })
  await undoJob(shown?.id ?? 0)
  expect(service.undone).toEqual([['a', 'b', 'c']])
  expect(allJobs().map(({ state }) => state)).toEqual(['ended', 'ended'])
  client.clear()
})

it('says of what was sent without an answer that it may be done, and looks it up before its Undo', async () => {
  const { service, job } = createService()
  const client = createQueryClient()
  service.done.add('a')
  const header = { name: 'test', version: 1, startedAt: 0, input: {} }
  const operation = createOperation('trash', items)
  await createJournal(user, 'first', { ...header, operation }, [
    { items },
    { state: 'sent', indexes: [0] },
    { state: 'failed', indexes: [1, 2], error: { message: 'http' } },
  ])
  const rest = { ...header, operation, startedAt: 1, root: 'first' }
  await createJournal(user, 'rest', rest, [{ items: items.slice(1) }])
  service.isFree = true
  const [, restored] = read(await readJournalsOfRoot(user, 'first'))
  const journal = await JobJournal.resume('rest')
  if (!restored || !journal) throw new Error('nothing to resume')
  const shownBy = await showAllParts(client, resumableJob(job), restored)
  const result = await resumableJob(job).resume(client, { restored, journal }, shownBy)
  const shown = result && reportingJobOf(result)
  expect(shown?.result?.failed.map(({ item, isUnknown }) => [item.id, isUnknown])).toEqual([
    ['a', true],
  ])
  expect(shown?.done).toBe(2)
  await undoJob(shown?.id ?? 0)
  expect(service.undone).toEqual([['a', 'b', 'c']])
  client.clear()
})

it('has one Undo too when the first part goes on after the rest', async () => {
  const { service, job } = createService()
  const client = createQueryClient()
  const header = { name: 'test', version: 1, startedAt: 0, input: {} }
  const operation = createOperation('trash', items)
  await createJournal(user, 'waits', { ...header, operation }, [
    { items },
    { state: 'failed', indexes: [1], error: { message: 'http' } },
    { state: 'done', indexes: [2] },
  ])
  const rest = { ...header, operation, startedAt: 1, root: 'waits' }
  await createJournal(user, 'rest of it', rest, [{ items: items.slice(1, 2) }])
  service.isFree = true
  const [restored, first] = read(await readJournalsOfRoot(user, 'waits'))
  const [journal, ofFirst] = [
    await JobJournal.resume('rest of it'),
    await JobJournal.resume('waits'),
  ]
  if (!first || !restored || !journal || !ofFirst) throw new Error('nothing to resume')
  ofFirst.release()
  await resumableJob(job).resume(
    client,
    { restored, journal },
    await showAllParts(client, resumableJob(job), restored),
  )
  const result = await resumableJob(job).resume(client, { restored: first, journal: ofFirst })
  expect(allJobs()).toHaveLength(2)
  const shown = result && reportingJobOf(result)
  expect(shown).toMatchObject({ done: 3, failed: 0, result: { left: [] } })
  await undoJob(shown?.id ?? 0)
  expect(service.undone.map((ids) => ids.toSorted())).toEqual([['a', 'b', 'c']])
  client.clear()
})

it('leaves what the page has told since as it is when it shows what it continues', async () => {
  const { service, job } = createService()
  const client = createQueryClient()
  const header = { name: 'test', version: 1, startedAt: 0, input: {} }
  const operation = createOperation('trash', items)
  await createJournal(user, 'before', { ...header, operation }, [
    { items },
    { state: 'done', indexes: [0] },
    { state: 'failed', indexes: [1, 2], error: { message: 'http' } },
  ])
  const rest = { ...header, operation, startedAt: 1, root: 'before' }
  await createJournal(user, 'rest of before', rest, [{ items: items.slice(2) }])
  service.isFree = true
  const moved = await startMutation(client, job(), { items: items.slice(0, 1) })
  service.isFree = false
  const failed = await startMutation(client, job(), { items: items.slice(1, 2) })
  const [, restored] = read(await readJournalsOfRoot(user, 'before'))
  if (!restored) throw new Error('nothing to resume')
  expect(await showAllParts(client, resumableJob(job), restored)).toBeDefined()
  for (const result of [moved, failed])
    expect(toastAbout(`job ${reportingJobOf(result)?.id ?? 0}`)).toBeDefined()
  expect(reportingJobOf(failed)?.supersededIds).toEqual(new Set())
  client.clear()
})

it('is part of the job that has just ended here, whose journal is locked still', async () => {
  const { job } = createService()
  const client = createQueryClient()
  const id = reportingJobOf(await startMutation(client, job(), { items }))?.id ?? 0
  const root = findJob(id)?.journalId ?? ''
  writeStored('local', leaseKeyOf(root), { page: 'as good as another', until: 2 * Date.now() })
  const operation = createOperation('trash', items)
  const rest = { name: 'test', version: 1, startedAt: 2 * Date.now(), input: {}, operation, root }
  await createJournal(user, 'rest of an ended one', rest, [{ items: items.slice(1) }])
  const restored = read(await readJournalsOfRoot(user, root)).find((each) => each.root === root)
  if (!restored) throw new Error('nothing to resume')
  expect(await showAllParts(client, resumableJob(job), restored)).toBe(id)
  removeStored('local', leaseKeyOf(root))
  client.clear()
})

it('shows nothing of a user who has signed out meanwhile', async () => {
  const { job } = createService()
  const client = createQueryClient()
  const operation = createOperation('trash', items)
  const header = { name: 'test', version: 1, startedAt: 0, input: {}, operation }
  await createJournal(user, 'of before', header, [{ items }, { state: 'done', indexes: [0] }])
  await createJournal(user, 'rest of it, later', { ...header, startedAt: 1, root: 'of before' }, [
    { items: items.slice(1) },
  ])
  const [, restored] = read(await readJournalsOfRoot(user, 'of before'))
  if (!restored) throw new Error('nothing to resume')
  const showing = showAllParts(client, resumableJob(job), restored)
  // The journals are read before the sign-out deletes them.
  resetSession()
  resetStores()
  expect(await showing).toBeUndefined()
  expect(allJobs()).toEqual([])
  client.clear()
})

it('says why each item failed, as it did before the reload', async () => {
  const journal = JobJournal.begin(
    user,
    {
      name: 'test',
      version: 1,
      operation: createOperation('trash', items),
      startedAt: 0,
      input: {},
    },
    items,
  )
  await journal.written
  const error = new TransportError('http', { status: 500, correlationId: 'c-1' })
  await journal.write([0], { state: 'failed', error })
  await createJournal(
    user,
    'earlier',
    { name: 'test', version: 1, operation: {}, startedAt: 0, input: {} },
    [{ items }, { state: 'failed', indexes: [0], error: { message: 'http' } }],
  )
  const found = read(await readUnfinishedJournals(user))
  const errors = new Map(
    found.map(({ id, outcomes: [outcome] }) => [id, outcome?.state === 'failed' && outcome.error]),
  )
  expect(errors.get(journal.id)).toEqual(error)
  expect(errors.get(journal.id)).toMatchObject({
    reason: 'http',
    status: 500,
    correlationId: 'c-1',
  })
  // An earlier page has not said more.
  expect(errors.get('earlier')).toMatchObject({ reason: 'malformed' })
})
