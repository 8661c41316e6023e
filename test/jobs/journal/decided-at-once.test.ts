import 'fake-indexeddb/auto'
import { renderHook } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import {
  findInterruptedJobs,
  resumableJobs,
  resumeInterruptedJob,
} from '#src/features/shell/interrupted/resume-jobs.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { useInterruptedJobs } from '#src/jobs/journal/interrupted-jobs.ts'
import { resumableJob } from '#src/jobs/journal/resumable-job.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs, findJobOfJournal } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import { createOperation } from '#src/lib/operation.ts'
import {
  createJournal,
  deleteJournalsOfUser,
  readUnfinishedJournals,
} from '#src/platform/operation-journal.ts'
import { WebLocks } from '../../faults/model/tabs/web-locks.ts'

/* What happens at the same moment as a decision about an interrupted job, or as the search for such jobs. */

const user = 'mei'
const setLocks = (value: Pick<WebLocks, 'request' | 'query'>) =>
  Object.defineProperty(navigator, 'locks', { configurable: true, value })
beforeEach(() => {
  setSession({ status: 'active', userId: user })
  setLocks(new WebLocks())
  resumableJobs.push(resumableJob(job))
})
afterEach(async () => {
  resumableJobs.pop()
  resetStores()
  resetSession()
  await deleteJournalsOfUser(user)
  Reflect.deleteProperty(navigator, 'locks')
})

const Input = v.object({
  items: v.array(v.object({ id: v.string(), uri: v.string(), name: v.string() })),
})
const items = ['a', 'b', 'c'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
const service = { held: Promise.resolve(), undone: [] as string[][] }
const job = defineJob<JobItem, v.InferOutput<typeof Input>>({
  journal: { name: 'test', input: Input },
  operation: (input) => createOperation('trash', input.items),
  createSender: () => () => service.held,
  isDone: async () => false,
  undo: (parts) => async () => {
    const back = parts.flatMap(({ result }) => result.done)
    service.undone.push(back.map(({ id }) => id).toSorted())
    return { done: back, failed: [], locked: [], left: [] }
  },
  invalidates: () => [],
})
const header = { name: 'test', version: 1, input: {}, operation: createOperation('trash', items) }

it.each([[['root', 'part']], [['part', 'root']]])(
  'a job and what continued it have one Undo when both are resumed at once, %j',
  async (ids) => {
    await createJournal(user, 'root', { ...header, startedAt: 0 }, [
      { items },
      { state: 'done', indexes: [0] },
      { state: 'failed', indexes: [1], error: { message: 'http' } },
    ])
    await createJournal(user, 'part', { ...header, startedAt: 1, root: 'root' }, [
      { items: items.slice(1, 2) },
    ])
    const client = createQueryClient()
    await findInterruptedJobs(client)
    await Promise.all(ids.map((id) => resumeInterruptedJob(client, id)))
    expect(allJobs()).toHaveLength(2)
    const shown = findJobOfJournal('root')
    expect(shown).toMatchObject({ total: 3, done: 3, failed: 0, result: { left: [] } })
    await undoJob(shown?.id ?? 0)
    expect(service.undone.pop()).toEqual(['a', 'b', 'c'])
    client.clear()
  },
)

it('a job that ends while it is looked for interrupted ones is not offered', async () => {
  const unfinished = async () => (await readUnfinishedJournals(user)).map(({ id }) => id)
  let free = () => {}
  service.held = new Promise((resolve) => (free = resolve))
  const locks = new WebLocks()
  const query = async () => {
    free()
    await vi.waitFor(async () => expect(await unfinished()).toEqual(['!']))
    return locks.query()
  }
  setLocks({ request: locks.request, query })
  // The first that is looked at.
  await createJournal(user, '!', { ...header, startedAt: 0 }, [{ items }])
  const client = createQueryClient()
  const running = startMutation(client, job(), { items })
  await vi.waitFor(async () => expect(await unfinished()).toHaveLength(2))
  await findInterruptedJobs(client)
  const { result } = renderHook(() => useInterruptedJobs())
  expect(result.current.map(({ id }) => id)).toEqual(['!'])
  await running
  client.clear()
})
