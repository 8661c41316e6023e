import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { createOperation } from '#src/lib/operation.ts'

afterEach(resetStores)

it('closing the page asks while a job that is not journaled puts right what it has left', async () => {
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  let isCleaningUp = false
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('trash', items),
    createSender: () => async () => {},
    isDone: async () => false,
    onSettled: async () => {
      isCleaningUp = true
      await held
    },
    invalidates: () => [],
  })
  const client = createQueryClient()
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const running = startMutation(client, job(), { items })
  await vi.waitFor(() => expect(isCleaningUp).toBe(true))
  expect(asks()).toBe(true)
  free()
  await running
  expect(asks()).toBe(false)
  client.clear()
})
