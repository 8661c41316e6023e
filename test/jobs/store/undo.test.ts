import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError, TransportError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { undoLast } from '#src/jobs/messages/last-undo.ts'
import { useToasts } from '#src/jobs/messages/toasts.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import { createOperation } from '#src/lib/operation.ts'

afterEach(resetStores)

type Items = { readonly items: readonly JobItem[] }
const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))

it('says so when a lookup shows that nothing can be taken back', async () => {
  let isLost = true
  const job = defineJob<JobItem, Items>({
    operation: (input) => createOperation('trash', input.items),
    stages: (some) => [{ items: some, chunkSize: 1 }],
    createSender:
      () =>
      async ([item]) => {
        if (item?.id === 'b') throw new TransportError('malformed', { status: 200 })
      },
    isDone: async () => {
      if (isLost) throw new TransportError('malformed', { status: 200 })
      return true
    },
    // As where one of the items belongs to somebody else.
    undo: (parts) =>
      parts.some(({ result }) => result.done.length > 1)
        ? undefined
        : async () => ({ done: items, failed: [], locked: [], left: [] }),
    invalidates: () => [],
  })
  const client = createQueryClient()
  const { jobId = 0 } = await startMutation(client, job(), { items })
  expect(allJobs()[0]?.undo).toBeDefined()
  isLost = false
  await undoJob(jobId)
  expect(allJobs()[0]).toMatchObject({ undoState: 'failed', undo: undefined, done: 2 })
  const { result } = renderHook(() => useToasts())
  expect(result.current.map(({ message }) => message)).toEqual([
    { kind: 'job', jobId, isOpen: true },
    expect.objectContaining({ kind: 'failed', failureContext: expect.anything() }),
  ])
  client.clear()
})

/** A job whose second item is refused, and the writes that are under way until they are freed. */
function createJobs() {
  const undone: string[][] = []
  const holds: (() => void)[] = []
  const seen = { isHeld: false }
  const job = defineJob<JobItem, Items>({
    operation: (input) => createOperation('trash', input.items),
    createSender: () => async (some) => {
      if (seen.isHeld) await new Promise<void>((resolve) => void holds.push(resolve))
      const error = new ApiError({ code: ErrorCode.forbidden })
      const refused = some.filter(({ id }) => id === 'b').map(({ uri }) => [uri, error] as const)
      if (refused.length > 0)
        throw new BatchError({ code: ErrorCode.batchIncomplete }, new Map(refused))
    },
    isDone: async () => false,
    undo: (parts) => async () => {
      const back = parts.flatMap(({ result }) => result.done)
      undone.push(back.map(({ id }) => id))
      return { done: back, failed: [], locked: [], left: [] }
    },
    invalidates: () => [],
  })
  return { job, undone, holds, seen }
}

it('Ctrl+Z takes a job back after a Retry that did nothing', async () => {
  const { job, undone } = createJobs()
  const client = createQueryClient()
  const { jobId = 0 } = await startMutation(client, job(), { items })
  await retryItems(jobId, items.slice(1))
  expect(undoLast()).toBe(true)
  await vi.waitFor(() => expect(undone).toEqual([['a']]))
  client.clear()
})

it('Ctrl+Z takes nothing back after a Retry that did nothing while another write has begun', async () => {
  const { job, undone, holds, seen } = createJobs()
  const client = createQueryClient()
  const { jobId = 0 } = await startMutation(client, job(), { items })
  seen.isHeld = true
  const retrying = retryItems(jobId, items.slice(1))
  await vi.waitFor(() => expect(holds).toHaveLength(1))
  const other = startMutation(client, job(), {
    items: [{ id: 'c', uri: 'svc://my/c', name: 'c' }],
  })
  await vi.waitFor(() => expect(holds).toHaveLength(2))
  holds[0]?.()
  await retrying
  expect(undoLast()).toBe(false)
  holds[1]?.()
  await other
  expect(undone).toEqual([])
  // That write can be taken back.
  expect(undoLast()).toBe(true)
  await vi.waitFor(() => expect(undone).toEqual([['c']]))
  client.clear()
})
