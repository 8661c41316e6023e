import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs, reportingJobOf } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { stopJob, undoJob } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import { createOperation } from '#src/lib/operation.ts'

afterEach(resetStores)

it('Retry of items that several jobs have tried sends one job after another', async () => {
  let isRefused = true
  let inFlight = 0
  let most = 0
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('trash', items),
    createSender: () => async () => {
      most = Math.max(most, ++inFlight)
      await new Promise((resolve) => setTimeout(resolve, 5))
      inFlight--
      if (isRefused) throw new ApiError({ code: ErrorCode.forbidden })
    },
    isDone: async () => false,
    invalidates: () => [],
  })
  const client = createQueryClient()
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const id = reportingJobOf(await startMutation(client, job(), { items }))?.id ?? 0
  await startMutation(client, job({ continuesJob: id }), { items: items.slice(1) })
  isRefused = false
  most = 0
  void retryItems(id, items)
  const done = () => allJobs().find((each) => each.id === id)?.done
  await vi.waitFor(() => expect(done()).toBe(2))
  expect(most).toBe(1)
  client.clear()
})

it('Stop ends a Retry of items that several jobs have tried, and nothing more is sent', async () => {
  let isRefused = true
  const sent: string[] = []
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('trash', items),
    createSender: () => async (items, signal) => {
      if (isRefused) throw new ApiError({ code: ErrorCode.forbidden })
      sent.push(...items.map(({ id }) => id))
      await new Promise((_, reject) => signal?.addEventListener('abort', reject))
    },
    isDone: async () => false,
    invalidates: () => [],
  })
  const client = createQueryClient()
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const id = reportingJobOf(await startMutation(client, job(), { items }))?.id ?? 0
  await startMutation(client, job({ continuesJob: id }), { items: items.slice(1) })
  isRefused = false
  const retried = retryItems(id, items)
  await vi.waitFor(() => expect(sent).toEqual(['b']))
  const running = allJobs().find(({ state }) => state === 'running')
  stopJob(running?.id ?? 0)
  await Promise.race([retried, new Promise((resolve) => setTimeout(resolve, 1_000))])
  expect(sent).toEqual(['b'])
  for (const { id: left } of allJobs()) stopJob(left)
  client.clear()
})

it('what is tried again does not begin once the job is being taken back', async () => {
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  let plan = () => {}
  const planned = new Promise<void>((resolve) => (plan = resolve))
  const sent: string[] = []
  let isRefused = true
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('trash', items),
    again: async (input) => {
      await planned
      return { input, skipped: [] }
    },
    createSender: () => async (items) => {
      sent.push(...items.map(({ id }) => id))
      const [, second] = items
      if (isRefused && second)
        throw new BatchError(
          { code: ErrorCode.batchIncomplete },
          new Map([[second.uri, new ApiError({ code: ErrorCode.forbidden })]]),
        )
    },
    isDone: async () => false,
    undo: () => async () => ({ done: items, failed: [], locked: [], left: [] }),
    invalidates: () => [],
  })
  const client = createQueryClient()
  const id = reportingJobOf(await startMutation(client, job(), { items }))?.id ?? 0
  isRefused = false
  const retried = retryItems(id, items.slice(1))
  await undoJob(id)
  plan()
  await retried
  expect(sent).toEqual(['a', 'b'])
  expect(allJobs().find((each) => each.id === id)?.undo).toBeUndefined()
  client.clear()
})

it('no other try begins once the job is being taken back', async () => {
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  let end = () => {}
  const sent: string[] = []
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('trash', items),
    createSender: () => async (items) => {
      sent.push(...items.map(({ id }) => id))
    },
    isDone: async () => false,
    undo: () => async () => {
      await new Promise<void>((resolve) => (end = resolve))
      return { done: items, failed: [], locked: [], left: [] }
    },
    invalidates: () => [],
  })
  const client = createQueryClient()
  const id = reportingJobOf(await startMutation(client, job(), { items: items.slice(1) }))?.id ?? 0
  const undone = undoJob(id)
  await startMutation(client, job({ continuesJob: id }), { items })
  await vi.waitFor(() => expect(allJobs().find((each) => each.id === id)?.undo).toBeDefined())
  end()
  await undone
  expect(sent).toEqual(['b'])
  client.clear()
})

it.each([
  ['when some of the items are being tried already', 1],
  ['when Retry is pressed again while it runs, and sends nothing twice', 0],
])('tries the others again %s', async (_, from) => {
  let isRefused = true
  let end = () => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  const sent: string[] = []
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('trash', items),
    createSender: () => async (items) => {
      if (isRefused) throw new ApiError({ code: ErrorCode.forbidden })
      sent.push(...items.map(({ id }) => id))
      if (items.some(({ id }) => id === 'b')) await held
    },
    isDone: async () => false,
    invalidates: () => [],
  })
  const client = createQueryClient()
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const id = reportingJobOf(await startMutation(client, job(), { items }))?.id ?? 0
  await startMutation(client, job({ continuesJob: id }), { items: items.slice(1) })
  isRefused = false
  const first = retryItems(id, items.slice(from))
  await vi.waitFor(() => expect(sent).toEqual(['b']))
  await retryItems(id, items)
  expect(sent).toEqual(['b', 'a'])
  end()
  await first
  expect(sent).toEqual(['b', 'a'])
  expect(allJobs().find((each) => each.id === id)?.done).toBe(2)
  client.clear()
})
