import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { ItemOutcomes } from '#src/jobs/runner/outcomes.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'

/* How often a long job shows how far it is, and changes the lists on screen: not with every answer. */

afterEach(() => {
  vi.useRealTimers()
  resetStores()
})

const items = Array.from({ length: 2_000 }, (_, at): JobItem => ({
  id: String(at),
  name: `file ${at}.txt`,
  uri: `svc://my/file%20${at}.txt`,
}))

/** Runs a job of 200 requests, of which each takes `ms`; counts what is shown meanwhile. */
async function countShown(ms: number) {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const progress = new Set<number>()
  const patched: number[] = []
  const job = defineJob<JobItem, { items: readonly JobItem[] }>({
    operation: () => ({ kind: 'deleteLinks', count: items.length, name: '' }),
    stages: (all) => [{ items: all, chunkSize: 10, maxInFlight: 2 }],
    createSender: () => async () => {
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
      progress.add(allJobs().at(-1)?.done ?? 0)
    },
    isDone: async () => true,
    patch: (done) => void patched.push(done.length),
    invalidates: () => [],
  })
  const state = { hasEnded: false }
  const running = startMutation(createQueryClient(), job(), { items }).finally(() => {
    state.hasEnded = true
  })
  while (!state.hasEnded) await vi.advanceTimersByTimeAsync(ms / 2)
  const result = await running
  expect(result.done).toHaveLength(items.length)
  expect(allJobs().at(-1)).toMatchObject({ done: items.length, state: 'ended' })
  expect(patched.reduce((sum, each) => sum + each, 0)).toBe(items.length)
  return { progress: progress.size, patches: patched.length }
}

it('S9 a long job shows its progress ten times a second at most, and changes the lists less often', async () => {
  // 2 s: two requests at a time, of 20 ms each.
  const shown = await countShown(20)
  expect(shown.progress).toBeLessThanOrEqual(22)
  expect(shown.progress).toBeGreaterThan(10)
  // Every 0.4 s, at the start and at the end.
  expect(shown.patches).toBeLessThanOrEqual(7)
  expect(shown.patches).toBeGreaterThan(2)
})

it('S9 a long job shows the first progress at once, and the last with the result', async () => {
  expect(await countShown(0)).toEqual({ progress: 2, patches: 2 })
})

it('S9 the progress of a long job of which items have failed does not gather its result', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const gather = vi.spyOn(ItemOutcomes.prototype, 'result')
  let requests = 0
  const job = defineJob<JobItem, { items: readonly JobItem[] }>({
    operation: () => ({ kind: 'deleteLinks', count: items.length, name: '' }),
    createSender: () => async () => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      if (requests++ === 0) throw new ApiError({ code: ErrorCode.forbidden })
    },
    isDone: async () => true,
    invalidates: () => [],
  })
  const running = startMutation(createQueryClient(), job(), { items })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(allJobs().at(-1)).toMatchObject({ failed: 100, state: 'running' })
  expect(gather).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  await running
  gather.mockRestore()
})
