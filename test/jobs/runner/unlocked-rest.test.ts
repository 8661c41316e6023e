import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { LockConflictError, TransportError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { questionsOfKind } from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { findJob } from '#src/jobs/store/job-list.ts'
import { lookUpUnknown } from '#src/jobs/store/job-results.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { createOperation } from '#src/lib/operation.ts'

afterEach(resetStores)

it('a job that was cancelled during an unlocking still says so when it has looked up another item', async () => {
  let isLost = true
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('trash', items),
    stages: (items) => [{ items, chunkSize: 1 }],
    createSender:
      () =>
      async ([item]) => {
        if (item?.id === 'lost') throw new TransportError('network')
        throw new LockConflictError({ code: ErrorCode.lockConflict }, [])
      },
    isDone: async () => {
      if (isLost) throw new TransportError('malformed', { status: 200 })
      return true
    },
    invalidates: () => [],
  })
  const client = createQueryClient()
  const items = ['lost', 'locked'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const running = startMutation(client, job(), { items })
  const question = () => questionsOfKind(lockQuestion)[0]
  await vi.waitFor(() => expect(question()?.state).toBe('asking'))
  question()?.answer({ action: 'unlock', tokens: [], appliesToRest: false })
  while (question()?.state === 'asking') await Promise.resolve()
  question()?.answer({ action: 'cancel' })
  const { jobId = 0, ...result } = await running
  expect(result).toMatchObject({ left: [items[1]], isUnlocked: true })
  isLost = false
  await lookUpUnknown(jobId)
  expect(findJob(jobId)?.result).toMatchObject({ done: [items[0]], isUnlocked: true })
  client.clear()
})
