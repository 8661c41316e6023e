import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError, LockConflictError } from '#src/contract/errors.ts'
import { showAllParts } from '#src/features/shell/interrupted/resume-jobs.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { JobJournal, type JournalHeader } from '#src/jobs/journal/job-journal.ts'
import { readJournaledJob } from '#src/jobs/journal/journaled-job.ts'
import { resumableJob } from '#src/jobs/journal/resumable-job.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { questionsOfKind } from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs, reportingJobOf } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { setItemsSkipped } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import { createOperation } from '#src/lib/operation.ts'
import { deleteJournalsOfUser, readUnfinishedJournals } from '#src/platform/operation-journal.ts'

/* What the user has left locked, or as it is, when the page was reloaded. */

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
const items = ['a', 'locked', 'refused', 'refused too'].map((id) => ({
  id,
  uri: `svc://my/${id}`,
  name: id,
}))

/** Each item is refused as its name says; `stall` keeps what is sent, or done at the end, without an answer. */
function createJob() {
  const service = { sent: [] as string[], stall: new Set<'send' | 'settle'>() }
  const job = defineJob<JobItem, v.InferOutput<typeof Input>>({
    journal: { name: 'test', input: Input },
    operation: (input) => createOperation('trash', input.items),
    createSender: () => async (some) => {
      service.sent.push(...some.map(({ id }) => id))
      if (service.stall.has('send')) await new Promise(() => {})
      const refusals = some.flatMap(({ id, uri }): [string, ApiError][] => {
        if (id === 'locked')
          return [[uri, new LockConflictError({ code: ErrorCode.lockConflict }, [])]]
        return id.startsWith('refused') ? [[uri, new ApiError({ code: ErrorCode.forbidden })]] : []
      })
      if (refusals.length > 0)
        throw new BatchError({ code: ErrorCode.batchIncomplete }, new Map(refusals))
    },
    isDone: async () => false,
    onSettled: async () => {
      if (service.stall.has('settle')) await new Promise(() => {})
    },
    undo: () => async () => ({ done: [], failed: [], locked: [], left: [] }),
    invalidates: () => [],
  })
  return { service, job, client: createQueryClient() }
}

async function answer(action: 'skip' | 'cancel'): Promise<void> {
  await vi.waitFor(() => expect(questionsOfKind(lockQuestion)[0]?.state).toBe('asking'))
  questionsOfKind(lockQuestion)[0]?.answer({ action })
}

/** The page is gone, not its user. Resolves to the job that is to be resumed, whose journal is locked. */
async function reload() {
  resetSession()
  resetStores()
  setSession({ status: 'active', userId: user })
  const [record] = await readUnfinishedJournals(user)
  const restored = record && readJournaledJob(record)
  const journal = restored && (await JobJournal.resume(restored.id))
  if (!journal) throw new Error('nothing to resume')
  return { restored, journal }
}

it.each([
  ['skip', ['locked']],
  ['cancel', []],
] as const)(
  'is locked still, after %s, when the rest of the job goes on',
  async (action, skipped) => {
    const { service, job, client } = createJob()
    const ending = startMutation(client, job(), { items })
    await answer(action)
    const id = reportingJobOf(await ending)?.id ?? 0
    service.stall.add('send')
    void retryItems(id, items.slice(2))
    await vi.waitFor(async () => {
      const [record, ...others] = await readUnfinishedJournals(user)
      expect((record?.header as JournalHeader | undefined)?.root).toBeDefined()
      expect(others).toEqual([])
    })
    const found = await reload()
    service.stall.clear()
    const shownBy = await showAllParts(client, resumableJob(job), found.restored)
    const result = await resumableJob(job).resume(client, found, shownBy)
    const shown = result && reportingJobOf(result)
    expect(shown?.result).toMatchObject({ locked: [items[1]], left: [] })
    expect([...(shown?.skippedIds ?? [])]).toEqual(skipped)
    client.clear()
  },
)

it('is not sent again when the job itself goes on', async () => {
  const { service, job, client } = createJob()
  service.stall.add('settle')
  void startMutation(client, job(), { items })
  await answer('skip')
  await vi.waitFor(() => expect(allJobs()[0]?.skippedIds.size).toBe(1))
  await vi.waitFor(async () => {
    const [record] = await readUnfinishedJournals(user)
    expect(record?.steps).toContainEqual({ state: 'skipped', indexes: [1] })
  })
  const found = await reload()
  service.stall.clear()
  const sent = service.sent.length
  const result = await resumableJob(job).resume(client, found)
  expect(service.sent.slice(sent)).toEqual([])
  const shown = result && reportingJobOf(result)
  expect(shown?.result).toMatchObject({ locked: [items[1]], left: [] })
  expect([...(shown?.skippedIds ?? [])]).toEqual(['locked'])
  client.clear()
})

it('is left as it is still when the rest of the job goes on', async () => {
  const { service, job, client } = createJob()
  const refused = [...items.slice(2), { id: 'refused 3', uri: 'svc://my/3', name: '3' }]
  const ending = startMutation(client, job(), { items: refused })
  const id = reportingJobOf(await ending)?.id ?? 0
  setItemsSkipped(id, refused, true)
  service.stall.add('send')
  void retryItems(id, refused.slice(1))
  await vi.waitFor(async () => expect(await readUnfinishedJournals(user)).toHaveLength(1))
  const found = await reload()
  service.stall.clear()
  const shownBy = await showAllParts(client, resumableJob(job), found.restored)
  const result = await resumableJob(job).resume(client, found, shownBy)
  const shown = result && reportingJobOf(result)
  expect([...(shown?.skippedIds ?? [])]).toEqual(['refused'])
  client.clear()
})

it('is left as it is no more when it was tried again, and the job itself goes on', async () => {
  const { job, client } = createJob()
  void startMutation(client, job(), { items })
  await vi.waitFor(() => expect(questionsOfKind(lockQuestion)[0]?.state).toBe('asking'))
  const id = allJobs()[0]?.id ?? 0
  setItemsSkipped(id, items.slice(2), true)
  await retryItems(id, items.slice(3))
  await vi.waitFor(async () => expect(await readUnfinishedJournals(user)).toHaveLength(1))
  const found = await reload()
  await showAllParts(client, resumableJob(job), found.restored)
  const resuming = resumableJob(job).resume(client, found)
  await answer('cancel')
  const result = await resuming
  const shown = result && reportingJobOf(result)
  expect(shown?.result?.failed.map(({ item }) => item.id)).toEqual(['refused', 'refused too'])
  expect([...(shown?.skippedIds ?? [])]).toEqual(['refused'])
  client.clear()
})

it('is sent again when it only waited', async () => {
  const { service, job, client } = createJob()
  void startMutation(client, job(), { items })
  await vi.waitFor(() => expect(questionsOfKind(lockQuestion)[0]?.state).toBe('asking'))
  const found = await reload()
  const sent = service.sent.length
  const resuming = resumableJob(job).resume(client, found)
  await answer('skip')
  await resuming
  expect(service.sent.slice(sent)).toEqual(['locked'])
  client.clear()
})
