import { afterEach, beforeEach, expect, it } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError } from '#src/contract/errors.ts'
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
