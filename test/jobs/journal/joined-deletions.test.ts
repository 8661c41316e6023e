import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { allJobs } from '#src/jobs/store/job-list.ts'
import { createOperation } from '#src/lib/operation.ts'
import { readUnfinishedJournals } from '#src/platform/operation-journal.ts'

const user = 'mei'
beforeEach(() => setSession({ status: 'active', userId: user }))
afterEach(() => {
  resetStores()
  resetSession()
})

const Input = v.object({
  items: v.array(v.object({ id: v.string(), uri: v.string(), name: v.string() })),
})
const job = defineJob({
  journal: { name: 'test', input: Input },
  operation: (input) => createOperation('deleteLinks', input.items),
  createSender: () => async () => {},
  isDone: async () => true,
  sendOnClose: () => {},
  invalidates: () => [],
})
const inputOf = (id: string) => ({ items: [{ id, uri: `svc://my/${id}`, name: id }] })
const journaled = async () =>
  (await readUnfinishedJournals(user)).map(({ steps }) =>
    steps.flatMap(
      (step) => (step as { items?: { id: string }[] }).items?.map(({ id }) => id) ?? [],
    ),
  )

it('S7 a deletion that joins another leaves the journal of that when the browser takes no other', async () => {
  const client = createQueryClient()
  void job.later(client, inputOf('a'))
  await vi.waitFor(async () => expect(await journaled()).toEqual([['a']]))
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
  ) {
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  })
  void job.later(client, inputOf('b'))
  await vi.waitFor(() => expect(put).toHaveBeenCalledOnce())
  // What was to follow that has happened once the browser has answered another question.
  await journaled()
  put.mockRestore()
  expect(await journaled()).toEqual([['a']])
  // A page that is closed now has both where the browser still takes something.
  window.dispatchEvent(new Event('pagehide'))
  const [key = ''] = Object.keys(localStorage).filter((each) => each.includes('journals'))
  expect(localStorage.getItem(key)).toMatch(/"id":"a".*"id":"b"/)
  allJobs()[0]?.delay?.undo()
  await vi.waitFor(async () => expect(await journaled()).toEqual([]))
  client.clear()
})

it('S7 a deletion that joins another has one journal with it', async () => {
  const client = createQueryClient()
  void job.later(client, inputOf('c'))
  void job.later(client, inputOf('d'))
  await vi.waitFor(async () => expect(await journaled()).toEqual([['c', 'd']]))
  allJobs()[0]?.delay?.undo()
  await vi.waitFor(async () => expect(await journaled()).toEqual([]))
  client.clear()
})
