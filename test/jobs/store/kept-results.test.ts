import { afterEach, beforeEach, expect, it } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { dismissJobToast, toastAbout } from '#src/jobs/messages/toasts.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs, reportingJobOf } from '#src/jobs/store/job-list.ts'
import type { JobItem, JobResult } from '#src/jobs/store/job.ts'
import { reportJob } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import { createOperation } from '#src/lib/operation.ts'

beforeEach(resetStores)
afterEach(resetStores)

/** A job that fails for all items in `refused`. */
const jobWith = (refused: ReadonlySet<string>, kind: 'trash' | 'move' = 'trash') =>
  defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation(kind, items),
    createSender: () => async (items) => {
      if (items.some(({ id }) => refused.has(id))) throw new ApiError({ code: ErrorCode.forbidden })
    },
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
