import { afterEach, beforeEach, expect, it } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { createOperation } from '#src/lib/operation.ts'

beforeEach(resetStores)
afterEach(resetStores)

it('chunks in flight at the same time wait for the lookup of stale URIs', async () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const log: string[] = []
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: (input) => createOperation('trash', input.items),
    stages: (some) => [{ items: some, chunkSize: 1, maxInFlight: 2 }],
    createSender: () => async (some) => {
      log.push(...some.map(({ id }) => `sent ${id}`))
    },
    isDone: async () => false,
    findStaleUris: async (some) => {
      log.push(`looking up ${some.map(({ id }) => id).join()}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return new Map([['b', new ApiError({ code: ErrorCode.staleUri })]])
    },
    invalidates: () => [],
  })
  const client = createQueryClient()
  const result = await startMutation(client, job({ isUndo: true }), { items })
  expect(log).toEqual(['looking up a,b,c', 'sent a', 'sent c'])
  expect(result.done.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(result.failed.map(({ item }) => item.id)).toEqual(['b'])
  client.clear()
})

it('the other half of a chunk that was refused is looked up too after an outage', async () => {
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const sent: string[] = []
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: (input) => createOperation('trash', input.items),
    createSender: () => async (some) => {
      sent.push(some.map(({ id }) => id).join())
      if (some.length > 1) throw new ApiError({ code: ErrorCode.batchTooLarge })
      if (sent.length === 2) throw new TransportError('network', { retryAfter: 1 })
    },
    isDone: async () => false,
    findStaleUris: async (some) =>
      new Map(
        some.some(({ id }) => id === 'b')
          ? [['b', new ApiError({ code: ErrorCode.staleUri })] as const]
          : [],
      ),
    invalidates: () => [],
  })
  const client = createQueryClient()
  const result = await startMutation(client, job(), { items })
  expect(sent).toEqual(['a,b', 'a', 'a'])
  expect(result.failed.map(({ item }) => item.id)).toEqual(['b'])
  client.clear()
})
