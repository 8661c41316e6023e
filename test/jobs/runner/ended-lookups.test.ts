import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { TransportError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { useToasts } from '#src/jobs/messages/toasts.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import { createOperation } from '#src/lib/operation.ts'

const findFailure = () =>
  renderHook(() => useToasts())
    .result.current.map(({ message }) => message)
    .find(({ kind }) => kind === 'failed')

afterEach(() => {
  resetStores()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A copy whose answer was lost, and of which a proxy has told nothing: the service is away since. */
async function endUnanswered() {
  vi.useFakeTimers()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), ms)
    return controller.signal
  })
  const seen = { lookupError: new TransportError('malformed', { status: 200 }), lookups: 0 }
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('copy', items),
    createSender: () => async (items) => {
      if (items.some(({ id }) => id === 'a')) throw new TransportError('network')
    },
    stages: (items) => [{ items, chunkSize: 1 }],
    isDone: async () => {
      seen.lookups++
      throw seen.lookupError
    },
    undo: (parts) => async () => {
      const items = parts.flatMap(({ result }) => result.done)
      return { done: items, failed: [], locked: [], left: [] }
    },
    invalidates: () => [],
  })
  const client = createQueryClient()
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const running = startMutation(client, job(), { items })
  await vi.advanceTimersByTimeAsync(10_000)
  const { jobId = 0 } = await running
  seen.lookupError = new TransportError('network')
  return { client, items, jobId, seen }
}

it('Undo and Retry of what nobody can tell of say so when the service stays away', async () => {
  const { client, items, jobId, seen } = await endUnanswered()
  const undoing = undoJob(jobId)
  await vi.advanceTimersByTimeAsync(30_000)
  await undoing
  expect(allJobs()[0]).toMatchObject({ undoState: 'failed', done: 1 })
  expect(findFailure()).toMatchObject({ failureContext: { kind: 'notUndone' } })
  const retrying = retryItems(jobId, items)
  await vi.advanceTimersByTimeAsync(30_000)
  await retrying
  const { lookups } = seen
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen.lookups).toBe(lookups)
  expect(allJobs()[0]?.result?.failed.map(({ isUnknown }) => isUnknown)).toEqual([true])
  client.clear()
})

it('nothing of a job that has ended is looked up once its user has signed out', async () => {
  const { client, items, jobId, seen } = await endUnanswered()
  const retrying = retryItems(jobId, items)
  await vi.advanceTimersByTimeAsync(0)
  const { lookups } = seen
  resetStores()
  await vi.advanceTimersByTimeAsync(60_000)
  await retrying
  expect(seen.lookups).toBe(lookups)
  client.clear()
})

it('a job that has ended stays so while a lookup waits for the service, and Undo has nothing to wait for', async () => {
  vi.useFakeTimers()
  // A proxy answers the first lookup with a page.
  let lookupError: Error | undefined = new TransportError('malformed', { status: 200 })
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('copy', items),
    createSender: () => async () => {
      throw new TransportError('network')
    },
    isDone: async () => {
      if (lookupError) throw lookupError
      return true
    },
    undo: (parts) => async () => {
      const items = parts.flatMap(({ result }) => result.done)
      return { done: items, failed: [], locked: [], left: [] }
    },
    invalidates: () => [],
  })
  const client = createQueryClient()
  const items = [{ id: 'a', uri: 'svc://my/a', name: 'a' }]
  const running = startMutation(client, job(), { items })
  await vi.advanceTimersByTimeAsync(10_000)
  const { jobId = 0 } = await running
  lookupError = new TransportError('network')
  const retrying = retryItems(jobId, items)
  await vi.advanceTimersByTimeAsync(100)
  expect(allJobs()[0]?.state).toBe('ended')
  lookupError = undefined
  await vi.advanceTimersByTimeAsync(10_000)
  await retrying
  expect(allJobs()[0]).toMatchObject({ state: 'ended', done: 1 })
  await undoJob(jobId)
  expect(allJobs()[0]).toMatchObject({ state: 'ended', undoState: 'done' })
  client.clear()
})
