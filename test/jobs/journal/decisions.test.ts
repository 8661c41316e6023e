import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import {
  discardJobsBeforeSignOut,
  findInterruptedJobs,
} from '#src/features/shell/interrupted/resume-jobs.ts'
import {
  addDecision,
  discardInterruptedParts,
  type InterruptedJob,
  readdInterruptedJob,
  removeInterruptedJob,
  setInterruptedJobs,
} from '#src/jobs/journal/interrupted-jobs.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { createOperation } from '#src/lib/operation.ts'
import {
  createJournal,
  deleteJournal,
  deleteJournalsOfUser,
  readUnfinishedJournals,
} from '#src/platform/operation-journal.ts'

/* What the user decides about interrupted jobs, while others of them are discarded. */

const user = 'mei'
beforeEach(() => setSession({ status: 'active', userId: user }))
afterEach(async () => {
  resetStores()
  resetSession()
  await deleteJournalsOfUser(user)
})

const operation = createOperation('trash', [{ name: 'a' }])

it('discards the others before a sign-out while one that was resumed goes on', async () => {
  const header = { name: 'unknown', version: 1, startedAt: 0, input: {}, operation }
  await createJournal(user, 'other', header, [{ items: [] }])
  let end = () => {}
  const resumed = addDecision(
    { kind: 'resume', id: 'resumed', root: 'resumed' },
    new Promise<void>((resolve) => (end = resolve)),
  )
  const client = createQueryClient()
  const discarding = discardJobsBeforeSignOut(client)
  await vi.waitFor(async () => expect(await readUnfinishedJournals(user)).toEqual([]))
  end()
  await Promise.all([resumed, discarding])
  client.clear()
})

it('discards a part whose resuming was refused while another was discarded', async () => {
  const discarded: string[] = []
  const part = (id: string): InterruptedJob => ({
    id,
    root: 'root',
    openIds: new Set(),
    isReadable: true,
    operation,
    total: 1,
    done: 0,
    mayBeMore: false,
    resume: () => Promise.resolve(),
    discard: async () => {
      if (!removeInterruptedJob(id)) return
      discarded.push(id)
      if (id === 'first') resumeSecond()
    },
  })
  const second = part('second')
  const resumeSecond = () => {
    removeInterruptedJob('second')
    const refused = new Promise<void>((resolve) => void setTimeout(resolve, 10)).then(() =>
      readdInterruptedJob(second),
    )
    void addDecision({ kind: 'resume', id: 'second', root: 'root' }, refused)
  }
  setInterruptedJobs([part('first'), second])
  expect(await discardInterruptedParts('root')).toBe(true)
  expect(discarded).toEqual(['first', 'second'])
})

it('remembers no decision beyond a sign-out', async () => {
  const discarded: string[] = []
  const job: InterruptedJob = {
    id: 'kept',
    root: 'kept',
    openIds: new Set(),
    isReadable: true,
    operation,
    total: 1,
    done: 0,
    mayBeMore: false,
    resume: () => Promise.resolve(),
    discard: () => Promise.resolve(void discarded.push('kept')),
  }
  removeInterruptedJob('kept')
  resetStores()
  setInterruptedJobs([job])
  await discardInterruptedParts('kept')
  expect(discarded).toEqual(['kept'])
})

it('a search that began before a sign-out brings nothing back', async () => {
  const of = { name: 'unknown', version: 1, startedAt: 0, input: {}, operation }
  const header = { ...of, survivesSignOut: true }
  await createJournal(user, 'earlier', header, [{ items: [] }])
  const client = createQueryClient()
  const found = findInterruptedJobs(client)
  // The same user signs in again.
  resetStores()
  await found
  await discardInterruptedParts('earlier')
  expect((await readUnfinishedJournals(user)).map(({ id }) => id)).toEqual(['earlier'])
  await deleteJournal('earlier')
  client.clear()
})
