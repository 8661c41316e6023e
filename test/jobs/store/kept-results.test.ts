import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, LockConflictError } from '#src/contract/errors.ts'
import { useUnprocessedItems } from '#src/features/trash/job-result/unprocessed-items.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { dismissJobToast, toastAbout } from '#src/jobs/messages/toasts.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { questionsOfKind } from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs, reportingJobOf } from '#src/jobs/store/job-list.ts'
import type { JobItem, JobResult } from '#src/jobs/store/job.ts'
import { reportJob, stopJob } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import { createOperation } from '#src/lib/operation.ts'

beforeEach(resetStores)
afterEach(resetStores)

/** A job that fails for the items in `refused`, and meets a lock at those in `locked`. */
const jobWith = (
  refused: ReadonlySet<string>,
  kind: 'trash' | 'move' = 'trash',
  locked: ReadonlySet<string> = new Set(),
) =>
  defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation(kind, items),
    createSender: () => async (items) => {
      if (items.some(({ id }) => refused.has(id))) throw new ApiError({ code: ErrorCode.forbidden })
      if (items.some(({ id }) => locked.has(id)))
        throw new LockConflictError({ code: ErrorCode.lockConflict }, [])
    },
    stages: (items) => items.map((item) => ({ items: [item] })),
    isDone: async () => false,
    invalidates: () => [],
  })
const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    uri: `svc://my/${at}`,
    name: String(at),
  }))
const find = (id: number) => allJobs().find((each) => each.id === id)

it('a result stays whole however many of its lines are decided one by one', async () => {
  const items = itemsOf(30)
  const refused = new Set(items.map(({ id }) => id))
  const job = jobWith(refused)
  const client = createQueryClient()
  const id = reportingJobOf(await startMutation(client, job(), { items }))?.id ?? 0
  for (const item of items) {
    refused.delete(item.id)
    await retryItems(id, [item])
    expect(find(id)).toMatchObject({ done: items.indexOf(item) + 1, failed: refused.size })
  }
  client.clear()
})

it('the results of the last twenty jobs are kept, and those of what continues them', async () => {
  const [item, other] = itemsOf(2) as [JobItem, JobItem]
  const refused = new Set([item.id])
  const job = jobWith(refused)
  const client = createQueryClient()
  const start = async (each: JobItem) =>
    reportingJobOf(await startMutation(client, job(), { items: [each] }))?.id ?? 0
  const oldest = await start(other)
  const failed = await start(item)
  for (let at = 0; at < 10; at++) await start(other)
  refused.clear()
  await retryItems(failed, [item])
  for (let at = 0; at < 19; at++) await start(other)
  expect(find(oldest)).toBeUndefined()
  expect(find(failed)).toMatchObject({ done: 1, failed: 0 })
  await start(other)
  expect(find(failed)).toBeUndefined()
  expect(allJobs()).toHaveLength(20)
  client.clear()
})

it('a result with failures is kept for its message until that is dismissed', async () => {
  const [item, other] = itemsOf(2) as [JobItem, JobItem]
  const job = jobWith(new Set([item.id]))
  const client = createQueryClient()
  const start = async (each: JobItem) =>
    reportingJobOf(await startMutation(client, job(), { items: [each] }))?.id ?? 0
  const failed = await start(item)
  for (let at = 0; at < 25; at++) await start(other)
  expect(find(failed)).toMatchObject({ done: 0, failed: 1 })
  dismissJobToast(failed)
  await start(other)
  expect(find(failed)).toBeUndefined()
  client.clear()
})

it('a result with items that were not attempted is kept for its message too', async () => {
  const [item, other] = itemsOf(2) as [JobItem, JobItem]
  const client = createQueryClient()
  const stuck = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('trash', items),
    createSender: () => (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
    isDone: async () => false,
    invalidates: () => [],
  })
  const running = startMutation(client, stuck(), { items: [item] })
  await vi.waitFor(() => expect(allJobs()).toHaveLength(1))
  const stopped = allJobs()[0]?.id ?? 0
  stopJob(stopped)
  await running
  for (let at = 0; at < 25; at++)
    await startMutation(client, jobWith(new Set())(), { items: [other] })
  expect(find(stopped)?.result?.left).toEqual([item])
  client.clear()
})

it('the message of a job stays when an earlier one of its items is looked up again', async () => {
  const items = itemsOf(1)
  const move = jobWith(new Set(), 'move')
  const client = createQueryClient()
  const moveItem = async () =>
    reportingJobOf(await startMutation(client, move(), { items }))?.id ?? 0
  const [earlier, later] = [await moveItem(), await moveItem()]
  const result = find(earlier)?.result
  expect(result?.done).toEqual(items)
  expect(toastAbout(`job ${later}`)).toBeDefined()
  const own = { result: result as JobResult, input: { items }, state: {} }
  reportJob(earlier, own, { state: 'ended', activeIds: new Set() })
  expect(toastAbout(`job ${later}`)).toBeDefined()
  client.clear()
})

it('what is tried again is told of by the message that offered it, whatever was done with it meanwhile', async () => {
  const items = itemsOf(3)
  const [, , last] = items as [JobItem, JobItem, JobItem]
  const refused = new Set(['1', '2'])
  const job = jobWith(refused)
  const client = createQueryClient()
  const start = async (some: readonly JobItem[]) =>
    reportingJobOf(await startMutation(client, job(), { items: some }))?.id ?? 0
  const failedIds = (id: number) => {
    const { groups = [] } = renderHook(() => useUnprocessedItems(id)).result.current ?? {}
    return groups.flatMap(({ lines }) => lines.map(({ item }) => item.id))
  }
  const first = await start(items)
  const second = await start([last])
  expect([failedIds(first), failedIds(second)]).toEqual([['1'], ['2']])
  refused.delete('1')
  await retryItems(first, items.slice(1))
  expect([failedIds(first), failedIds(second)]).toEqual([['2'], []])
  expect(toastAbout(`job ${second}`)).toBeUndefined()
  client.clear()
})

it('a job that waits for a lock does not tell of what another one has taken up meanwhile', async () => {
  const items = itemsOf(2)
  const [first, second] = items as [JobItem, JobItem]
  const refused = new Set([first.id])
  const locked = new Set([second.id])
  const job = jobWith(refused, 'trash', locked)
  const client = createQueryClient()
  const running = startMutation(client, job(), { items })
  const asked = () => questionsOfKind(lockQuestion)[0]
  await vi.waitFor(() => expect(asked()).toBeDefined())
  refused.clear()
  await startMutation(client, job(), { items: [first] })
  locked.clear()
  asked()?.answer({ action: 'retry' })
  const id = reportingJobOf(await running)?.id ?? 0
  const { result } = renderHook(() => useUnprocessedItems(id))
  expect(result.current?.groups).toEqual([])
  client.clear()
})
