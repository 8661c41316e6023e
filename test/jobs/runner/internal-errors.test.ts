import { afterEach, expect, it } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { createOperation } from '#src/lib/operation.ts'

afterEach(resetStores)

it('what an internal error of the service has left is looked up, since a part may be done by then', async () => {
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('trash', items),
    createSender: () => async () => {
      throw new ApiError({ code: ErrorCode.internal })
    },
    isDone: async ({ id }) => id === 'a',
    invalidates: () => [],
  })
  const client = createQueryClient()
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const { done, failed } = await startMutation(client, job(), { items })
  expect(done.map(({ id }) => id)).toEqual(['a'])
  expect(failed.map(({ item, error }) => [item.id, error])).toEqual([
    ['b', expect.objectContaining({ code: ErrorCode.internal })],
  ])
  client.clear()
})

it('an internal error of a lookup does not tell that an item is not done', async () => {
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('trash', items),
    createSender: () => async () => {
      throw new TransportError('malformed')
    },
    isDone: async () => {
      throw new ApiError({ code: ErrorCode.internal })
    },
    invalidates: () => [],
  })
  const client = createQueryClient()
  const { failed } = await startMutation(client, job(), {
    items: [{ id: 'a', uri: 'svc://my/a', name: 'a' }],
  })
  expect(failed).toMatchObject([{ error: { code: ErrorCode.internal }, isUnknown: true }])
  client.clear()
})
