import { afterEach, beforeEach, expect, it } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError, LockConflictError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { sendBisecting, toBatchError } from '#src/jobs/placement/send-bisecting.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { createOperation } from '#src/lib/operation.ts'

beforeEach(resetStores)
afterEach(resetStores)

it('F2 what arrived is done, also when the service names an item that was not in the request', async () => {
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const refusal = new ApiError({ code: ErrorCode.ownerOnly })
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: (input) => createOperation('move', input.items),
    createSender: () => async (some) => {
      const refused = await sendBisecting(some, async () => {
        const failures = new Map([['svc://my/elsewhere', refusal]])
        throw new BatchError({ code: ErrorCode.batchIncomplete }, failures)
      })
      if (refused.size > 0) throw toBatchError(refused)
    },
    isDone: async ({ id }) => id === 'a',
    invalidates: () => [],
  })
  const client = createQueryClient()
  const { done, failed } = await startMutation(client, job(), { items })
  expect(done.map(({ id }) => id)).toEqual(['a'])
  expect(failed.map(({ item, error }) => [item.id, error])).toEqual([['b', refusal]])
  client.clear()
})

it('F2 a lock on the folder of all items costs one request', async () => {
  const items = Array.from({ length: 100 }, (_, at) => String(at)).map((id) => ({
    id,
    uri: `svc://my/Work/${id}`,
    name: id,
  }))
  const conflicts = [{ type: 1, path: 'svc://my/Work', token: 't' }]
  let requests = 0
  const refused = await sendBisecting(items, async () => {
    requests++
    throw new LockConflictError({ code: ErrorCode.lockConflict }, conflicts)
  })
  expect(requests).toBe(1)
  expect(refused.size).toBe(100)
})

it('F2 what no lock stops is sent again at once', async () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, uri: `svc://my/Work/${id}`, name: id }))
  const conflicts = [{ type: 0, path: 'svc://my/Work/b', token: 't' }]
  const sent: string[] = []
  const refused = await sendBisecting(items, async (some) => {
    sent.push(some.map(({ id }) => id).join(''))
    if (some.some(({ id }) => id === 'b'))
      throw new LockConflictError({ code: ErrorCode.lockConflict }, conflicts)
  })
  expect(sent).toEqual(['abcd', 'acd'])
  expect([...refused.keys()].map(({ id }) => id)).toEqual(['b'])
})

it('F2 an item keeps its own reason when the service names another one that was not in a later request', async () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, uri: `svc://my/Work/${id}`, name: id }))
  const own = new ApiError({ code: ErrorCode.nameTaken })
  const others = new ApiError({ code: ErrorCode.ownerOnly })
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: (input) => createOperation('move', input.items),
    createSender: () => async (some) => {
      const refused = await sendBisecting(some, async (sent) => {
        if (sent.some(({ id }) => id === 'a')) throw own
        if (sent.some(({ id }) => id === 'd'))
          throw new BatchError(
            { code: ErrorCode.batchIncomplete },
            new Map([
              [sent[0]?.uri ?? '', own],
              ['svc://my/elsewhere', others],
            ]),
          )
      })
      if (refused.size > 0) throw toBatchError(refused)
    },
    isDone: async () => false,
    invalidates: () => [],
  })
  const client = createQueryClient()
  const { done, failed } = await startMutation(client, job(), { items })
  expect(done).toEqual([])
  expect(Object.fromEntries(failed.map(({ item, error }) => [item.id, error]))).toEqual({
    a: own,
    b: others,
    c: own,
    d: others,
  })
  client.clear()
})

it('F2 what an internal error has left is looked up, and not sent again in halves', async () => {
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const internal = new ApiError({ code: ErrorCode.internal })
  let requests = 0
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: (input) => createOperation('move', input.items),
    createSender: () => async (some) => {
      const refused = await sendBisecting(some, async () => {
        requests++
        throw internal
      })
      if (refused.size > 0) throw toBatchError(refused)
    },
    isDone: async ({ id }) => id === 'a',
    invalidates: () => [],
  })
  const client = createQueryClient()
  for (const some of [items, items.slice(0, 1)]) {
    const { done, failed } = await startMutation(client, job(), { items: some })
    expect(done.map(({ id }) => id)).toEqual(['a'])
    expect(failed.map(({ item, error }) => [item.id, error])).toEqual(
      some.slice(1).map(({ id }) => [id, internal]),
    )
  }
  expect(requests).toBe(2)
  client.clear()
})
