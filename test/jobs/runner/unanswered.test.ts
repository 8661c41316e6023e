import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { questionsOfKind } from '#src/jobs/questions/questions.ts'
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
      const items = parts.flatMap(({ result }) => result.done)
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
      const items = parts.flatMap(({ result }) => result.done)
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

type Answer = 'lost' | 'refused' | 'locked' | 'done'
/** `answers`: what the service does with each item, by id; what is `lost` is not done, and nobody can tell until it is no longer so. */
function jobOfAnswers(answers: ReadonlyMap<string, Answer>) {
  const sent: string[] = []
  const undone: string[] = []
  const job = defineJob<JobItem, Items>({
    operation: ({ items }) => createOperation('trash', items),
    stages: (items) => [{ items, chunkSize: 1 }],
    createSender:
      () =>
      async ([item]) => {
        const id = item?.id ?? ''
        sent.push(id)
        const answer = answers.get(id)
        if (answer === 'lost') throw new TransportError('network')
        if (answer === 'refused') throw new ApiError({ code: ErrorCode.forbidden })
        if (answer === 'locked') throw new LockConflictError({ code: ErrorCode.lockConflict }, [])
      },
    isDone: async ({ id }) => {
      if (answers.get(id) === 'lost') throw new TransportError('malformed', { status: 200 })
      return false
    },
    undo: (parts) => async () => {
      const items = parts.flatMap(({ result }) => result.done)
      undone.push(...items.map(({ id }) => id))
      return { done: items, failed: [], locked: [], left: [] }
    },
    invalidates: () => [],
  })
  return { job, sent, undone }
}

const lockAsked = () => questionsOfKind(lockQuestion)[0]
const waitForLock = async () => {
  await vi.waitFor(() => expect(lockAsked()).toBeDefined())
  lockAsked()?.answer({ action: 'wait' })
  await vi.waitFor(() => expect(allJobs().some(({ state }) => state === 'waiting')).toBe(true))
}

it('Retry of one leaves another Retry waiting for a lock, and Undo ends that', async () => {
  const answers = new Map<string, Answer>([
    ['0', 'lost'],
    ['1', 'refused'],
    ['2', 'done'],
  ])
  const { job, sent, undone } = jobOfAnswers(answers)
  const client = createQueryClient()
  const items = itemsOf(3)
  await startMutation(client, job(), { items })
  const id = allJobs()[0]?.id ?? 0
  answers.set('1', 'locked')
  const retried = retryItems(id, items.slice(1, 2))
  await waitForLock()
  answers.set('0', 'done')
  await retryItems(id, items.slice(0, 1))
  expect(allJobs()[1]).toMatchObject({ state: 'waiting', activeIds: new Set(['1']) })
  expect(allJobs()[0]).toMatchObject({ state: 'ended', done: 2 })
  answers.set('1', 'done')
  await undoJob(id)
  expect(lockAsked()).toBeUndefined()
  expect(undone.toSorted()).toEqual(['0', '2'])
  await retried
  expect(sent).toEqual(['0', '1', '2', '1', '0'])
  client.clear()
})

it('Retry of one sends it while the rest of its own job waits for a lock', async () => {
  const answers = new Map<string, Answer>([
    ['0', 'lost'],
    ['1', 'locked'],
  ])
  const { job, sent } = jobOfAnswers(answers)
  const client = createQueryClient()
  const items = itemsOf(2)
  const running = startMutation(client, job(), { items })
  await waitForLock()
  const id = allJobs()[0]?.id ?? 0
  answers.set('0', 'done')
  await retryItems(id, items.slice(0, 1))
  expect(sent).toEqual(['0', '1', '0'])
  expect(allJobs()[0]).toMatchObject({ state: 'waiting', activeIds: new Set(['1']), done: 1 })
  answers.set('1', 'done')
  lockAsked()?.answer({ action: 'retry' })
  await running
  expect(sent).toEqual(['0', '1', '0', '1'])
  expect(allJobs()[0]).toMatchObject({ state: 'ended', done: 2, result: { failed: [], left: [] } })
  client.clear()
})

it('Retry looks up those of all tries, also when nobody can tell of some yet', async () => {
  const answers = new Map<string, Answer>([
    ['0', 'lost'],
    ['1', 'refused'],
  ])
  const { job, sent } = jobOfAnswers(answers)
  const client = createQueryClient()
  const items = itemsOf(2)
  await startMutation(client, job(), { items })
  const id = allJobs()[0]?.id ?? 0
  answers.set('1', 'lost')
  await retryItems(id, items.slice(1))
  answers.set('1', 'done')
  await retryItems(id, items)
  expect(sent).toEqual(['0', '1', '1', '1'])
  expect(allJobs()[0]).toMatchObject({ done: 1, failed: 1 })
  client.clear()
})
