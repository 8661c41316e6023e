import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { TransportError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { stopJob } from '#src/jobs/store/jobs.ts'
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
