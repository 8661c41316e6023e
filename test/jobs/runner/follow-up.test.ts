import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, LockConflictError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { questionsOfKind } from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { stopJob } from '#src/jobs/store/jobs.ts'
import { createOperation } from '#src/lib/operation.ts'

beforeEach(resetStores)
afterEach(resetStores)

const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))

it('nothing follows a job that is stopped while it is decided what is to follow', async () => {
  const sent: string[][] = []
  let asked = 0
  let decide = () => {}
  const decided = new Promise<void>((resolve) => {
    decide = resolve
  })
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: (input) => createOperation('trash', input.items),
    createSender: () => async (some) => {
      sent.push(some.map(({ id }) => id))
      if (sent.length === 1) throw new ApiError({ code: ErrorCode.nameTaken })
    },
    isDone: async () => false,
    isFollowedUp: () => true,
    followUp: async (failed) => {
      if (failed.length === 0) return undefined
      asked++
      await decided
      return { input: { items: items.slice(1) }, skipped: items.slice(0, 1) }
    },
    invalidates: () => [],
  })
  const client = createQueryClient()
  const running = startMutation(client, job(), { items })
  await vi.waitFor(() => expect(asked).toBe(1))
  const [shown] = allJobs()
  stopJob(shown?.id ?? 0)
  decide()
  await running
  expect(sent).toEqual([['a', 'b']])
  const [ended, ...others] = allJobs()
  expect(others).toEqual([])
  expect(ended).toMatchObject({ state: 'ended', failed: 2, skippedIds: new Set() })
  client.clear()
})

it('L5 a job that has waited for a lock does not wait any more while it is decided what is to follow', async () => {
  const states: (string | undefined)[] = []
  const stateShown = () => allJobs().at(0)?.state
  let tries = 0
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: (input) => createOperation('trash', input.items),
    createSender: () => async () => {
      if (tries++ === 0) throw new LockConflictError({ code: ErrorCode.lockConflict }, [])
      throw new ApiError({ code: ErrorCode.nameTaken })
    },
    isDone: async () => false,
    isFollowedUp: () => true,
    followUp: async () => {
      states.push(stateShown())
      return undefined
    },
    onSettled: () => void states.push(stateShown()),
    invalidates: () => [],
  })
  const client = createQueryClient()
  const running = startMutation(client, job(), { items: items.slice(0, 1) })
  const asked = () => questionsOfKind(lockQuestion)[0]
  await vi.waitFor(() => expect(asked()).toBeDefined())
  asked()?.answer({ action: 'wait' })
  await vi.waitFor(() => expect(stateShown()).toBe('waiting'))
  asked()?.answer({ action: 'retry' })
  await running
  expect(states).toEqual(['running', 'running'])
  client.clear()
})
