import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, LockConflictError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { dismissJobToast, toastAbout } from '#src/jobs/messages/toasts.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { questionsOfKind } from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs, findJob, subscribeToJobs } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { createOperation } from '#src/lib/operation.ts'

/* What is said and done about the other items of a job while one of them waits for a lock. */

afterEach(resetStores)

type Items = { readonly items: readonly JobItem[] }
const itemsOf = (...ids: string[]) => ids.map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
const question = () => questionsOfKind(lockQuestion)[0]
const isWaiting = (round: number) =>
  vi.waitFor(() => {
    expect(question()?.state).toBe('aside')
    expect(sent.filter((id) => id === 'locked')).toHaveLength(round)
  })

const sent: string[] = []
const state = { isLocked: true, isRefused: true, held: Promise.resolve() }
const job = defineJob<JobItem, Items>({
  operation: ({ items }) => createOperation('trash', items),
  stages: (items) => [{ items, chunkSize: 1 }],
  createSender:
    () =>
    async ([item]) => {
      sent.push(item?.id ?? '')
      if (item?.id === 'held') await state.held
      if (item?.id === 'refused' && state.isRefused)
        throw new ApiError({ code: ErrorCode.forbidden })
      if (item?.id === 'locked' && state.isLocked)
        throw new LockConflictError({ code: ErrorCode.lockConflict }, [])
    },
  isDone: async () => false,
  invalidates: () => [],
})

/** Starts a job over these items and one that is locked, and waits in the tray. */
async function startAndWait(...ids: string[]) {
  sent.length = 0
  Object.assign(state, { isLocked: true, isRefused: true })
  const client = createQueryClient()
  const running = startMutation(client, job(), { items: itemsOf(...ids, 'locked') })
  await vi.waitFor(() => expect(question()?.state).toBe('asking'))
  question()?.answer({ action: 'wait' })
  await isWaiting(1)
  return { client, running, id: allJobs()[0]?.id ?? 0 }
}

it('a message about failures that was dismissed does not come back with each try', async () => {
  const { client, running, id } = await startAndWait('refused')
  expect(toastAbout(`job ${id}`)).toBeDefined()
  dismissJobToast(id)
  question()?.answer({ action: 'retry' })
  await isWaiting(2)
  expect(toastAbout(`job ${id}`)).toBeUndefined()
  state.isLocked = false
  question()?.answer({ action: 'retry' })
  await running
  client.clear()
})

it('the progress after a lock does not count a failure that was remedied meanwhile', async () => {
  const { client, running, id } = await startAndWait('refused')
  expect(findJob(id)?.failed).toBe(1)
  state.isRefused = false
  await startMutation(client, job({ continuesJob: id }), { items: itemsOf('refused') })
  const shown = new Set<number | undefined>()
  const unsubscribe = subscribeToJobs(() => shown.add(findJob(id)?.failed))
  question()?.answer({ action: 'retry' })
  await isWaiting(2)
  unsubscribe()
  expect([...shown]).toEqual([0])
  state.isLocked = false
  question()?.answer({ action: 'retry' })
  await running
  expect(findJob(id)).toMatchObject({ done: 2, failed: 0 })
  client.clear()
})

it('an undo that waits for a job begins when that has dealt with its items, though others are locked', async () => {
  sent.length = 0
  let free: () => void = () => undefined
  Object.assign(state, { isLocked: true, held: new Promise<void>((resolve) => (free = resolve)) })
  const client = createQueryClient()
  const running = startMutation(client, job(), { items: itemsOf('held', 'locked') })
  await vi.waitFor(() => expect(sent).toEqual(['held']))
  const undoing = startMutation(client, job({ isUndo: true }), { items: itemsOf('held') })
  await vi.waitFor(() => expect(allJobs().map((each) => each.state)).toContain('waiting'))
  free()
  await vi.waitFor(() => expect(question()?.state).toBe('asking'))
  expect((await undoing).done).toHaveLength(1)
  expect(question()?.state).toBe('asking')
  state.isLocked = false
  question()?.answer({ action: 'retry' })
  await running
  client.clear()
})
