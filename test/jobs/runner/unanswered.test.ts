import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { stopJob, undoJob } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import { createOperation } from '#src/lib/operation.ts'

/* Items of which nobody could tell whether they are done. */

afterEach(() => {
  resetStores()
  vi.useRealTimers()
})

type Items = { readonly items: readonly JobItem[] }
const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `${at}`, uri: `svc://my/${at}`, name: `${at}` }))
const aborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    const fail = () => reject(new TransportError('timeout'))
    if (signal?.aborted) fail()
    else signal?.addEventListener('abort', fail)
  })

it('after Stop all lookups together take ten seconds at most', async () => {
  vi.useFakeTimers()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), ms)
    return controller.signal
  })
  let lookups = 0
  const job = defineJob<JobItem, Items>({
    operation: ({ items }) => createOperation('trash', items),
    createSender: () => (_, signal) => aborted(signal),
    isDone: (_, { signal }) => {
      lookups++
      return aborted(signal)
    },
    invalidates: () => [],
  })
  const client = createQueryClient()
  const running = startMutation(client, job(), { items: itemsOf(50) })
  await vi.waitFor(() => expect(allJobs()).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(100)
  stopJob(allJobs()[0]?.id ?? 0)
  await vi.advanceTimersByTimeAsync(10_100)
  expect(allJobs()[0]?.state).toBe('ended')
  const { failed } = await running
  expect(failed.filter(({ isUnknown }) => isUnknown)).toHaveLength(50)
  expect(lookups).toBe(50)
  timeout.mockRestore()
  client.clear()
})

it('after Stop the lookups of refused items share these ten seconds', async () => {
  vi.useFakeTimers()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), ms)
    return controller.signal
  })
  const job = defineJob<JobItem, Items>({
    operation: ({ items }) => createOperation('trash', items),
    stages: (items) => [{ items, chunkSize: 1 }],
    createSender: () => async (items, signal) => {
      if (items[0]?.id === '0') throw new ApiError({ code: ErrorCode.conflict })
      await aborted(signal)
    },
    mayAlreadyBeDone: () => true,
    isDone: (_, { signal }) => aborted(signal),
    invalidates: () => [],
  })
  const client = createQueryClient()
  const running = startMutation(client, job(), { items: itemsOf(2) })
  await vi.waitFor(() => expect(allJobs()).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(100)
  stopJob(allJobs()[0]?.id ?? 0)
  await vi.advanceTimersByTimeAsync(10_100)
  expect(allJobs()[0]?.state).toBe('ended')
  const { failed } = await running
  expect(failed.filter(({ isUnknown }) => isUnknown)).toHaveLength(2)
  timeout.mockRestore()
  client.clear()
})

it('Undo looks them up first, and takes them back too', async () => {
  let isOut = false
  const done = new Set<string>()
  const undone: string[][] = []
  const job = defineJob<JobItem, Items>({
    operation: ({ items }) => createOperation('trash', items),
    stages: (items) => [{ items, chunkSize: 1 }],
    createSender: () => async (items, signal) => {
      for (const { id } of items) done.add(id)
      if (!done.has('1')) return
      isOut = true
      await aborted(signal)
    },
    isDone: async ({ id }) => {
      if (isOut) throw new TransportError('network')
      return done.has(id)
    },
    undo: (parts) => async () => {
      const items = parts.flatMap((part) => part.done)
      undone.push(items.map(({ id }) => id))
      return { done: items, failed: [], locked: [], left: [] }
    },
    invalidates: () => [],
  })
  const client = createQueryClient()
  const running = startMutation(client, job(), { items: itemsOf(2) })
  await vi.waitFor(() => expect(isOut).toBe(true))
  const id = allJobs()[0]?.id ?? 0
  stopJob(id)
  const { failed } = await running
  expect(failed.map(({ item, isUnknown }) => [item.id, isUnknown])).toEqual([['1', true]])
  await undoJob(id)
  // Nobody answers yet: nothing is taken back, and it stays on offer.
  expect(undone).toEqual([])
  expect(allJobs()[0]?.undo).toBeDefined()
  isOut = false
  await undoJob(id)
  expect(undone).toEqual([['0', '1']])
  client.clear()
})

/** Each item is done when it is sent, the answer is lost, and a proxy answers lookups with a page until `isProxyGone`. */
function jobBehindProxy() {
  const seen = { isProxyGone: false, sent: [] as string[] }
  const job = defineJob<JobItem, Items>({
    operation: ({ items }) => createOperation('copy', items),
    createSender: () => async (items) => {
      seen.sent.push(...items.map(({ id }) => id))
      throw new TransportError('network')
    },
    isDone: async ({ id }) => {
      if (!seen.isProxyGone) throw new TransportError('malformed', { status: 200 })
      return seen.sent.includes(id)
    },
    undo: (parts) => async () => {
      const items = parts.flatMap((part) => part.done)
      return { done: items, failed: [], locked: [], left: [] }
    },
    invalidates: () => [],
  })
  return { job, seen }
}

it('items about which only a proxy answers are not called undone, nor sent again', async () => {
  const { job, seen } = jobBehindProxy()
  const client = createQueryClient()
  const { failed } = await startMutation(client, job(), { items: itemsOf(2) })
  expect(failed.map(({ item, isUnknown }) => [item.id, isUnknown])).toEqual([
    ['0', true],
    ['1', true],
  ])
  expect(seen.sent).toEqual(['0', '1'])
  client.clear()
})

it('Retry looks them up first, and sends only those that are not done', async () => {
  const { job, seen } = jobBehindProxy()
  const client = createQueryClient()
  const items = itemsOf(2)
  await startMutation(client, job(), { items })
  const id = allJobs()[0]?.id ?? 0
  await retryItems(id, items)
  // Only the proxy answers still.
  expect(seen.sent).toEqual(['0', '1'])
  expect(allJobs()[0]?.result?.failed.map(({ isUnknown }) => isUnknown)).toEqual([true, true])
  seen.isProxyGone = true
  await retryItems(id, items)
  expect(seen.sent).toEqual(['0', '1'])
  expect(allJobs()[0]?.done).toBe(2)
  expect(allJobs()[0]?.state).toBe('ended')
  expect(allJobs()[0]?.undo).toBeDefined()
  client.clear()
})
