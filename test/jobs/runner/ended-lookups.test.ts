import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { TransportError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import { createOperation } from '#src/lib/operation.ts'

afterEach(() => {
  resetStores()
  vi.useRealTimers()
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
