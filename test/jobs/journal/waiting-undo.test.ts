import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import { defineJob, toUndoJobStarter } from '#src/jobs/define-job.ts'
import type { JournalHeader } from '#src/jobs/journal/job-journal.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs } from '#src/jobs/store/job-list.ts'
import { isJournalInUse, undoJob } from '#src/jobs/store/jobs.ts'
import { createOperation } from '#src/lib/operation.ts'
import { deleteJournalsOfUser, readUnfinishedJournals } from '#src/platform/operation-journal.ts'

/* An Undo that waits until another job has done with one of its items. */

const user = 'mei'
beforeEach(() => setSession({ status: 'active', userId: user }))
afterEach(async () => {
  resetStores()
  resetSession()
  await deleteJournalsOfUser(user)
})

const Input = v.object({
  items: v.array(v.object({ id: v.string(), uri: v.string(), name: v.string() })),
})
type Input = v.InferOutput<typeof Input>
const items = [{ id: 'a', uri: 'svc://my/a', name: 'a' }]

/** Begins to take `a` back, by a job with a journal of this name, while another job holds it that can be resumed. */
async function beginUndo(journalName?: string) {
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  const common = {
    operation: (input: Input) => createOperation('trash', input.items),
    isDone: async () => false,
    invalidates: () => [],
  }
  const sent: string[] = []
  const back = defineJob<Input['items'][number], Input>({
    ...common,
    ...(journalName !== undefined && { journal: { name: journalName, input: Input } }),
    createSender: () => async (some) => void sent.push(...some.map(({ id }) => id)),
  })
  const job = defineJob<Input['items'][number], Input>({
    ...common,
    createSender: () => async () => {},
    undo: () => toUndoJobStarter(back, () => ({ items })),
  })
  const holding = defineJob<Input['items'][number], Input>({
    ...common,
    journal: { name: 'holding', input: Input },
    hasManySteps: () => true,
    createSender: () => () => held,
  })
  const client = createQueryClient()
  await startMutation(client, job(), { items })
  const other = startMutation(client, holding(), { items })
  await vi.waitFor(() => expect(allJobs()).toHaveLength(2))
  const undoing = undoJob(allJobs()[0]?.id ?? 0)
  await vi.waitFor(() => expect(allJobs()).toHaveLength(3))
  const end = async () => {
    free()
    await Promise.all([other, undoing])
    client.clear()
  }
  return { sent, end }
}

const unfinished = async () =>
  new Map(
    (await readUnfinishedJournals(user)).map(({ id, header, steps }) => [
      (header as JournalHeader).name,
      { id, steps },
    ]),
  )

it('is offered again after a reload, and not to another tab meanwhile', async () => {
  const { sent, end } = await beginUndo('back')
  await vi.waitFor(async () => expect((await unfinished()).get('back')?.steps).toEqual([{ items }]))
  const id = (await unfinished()).get('back')?.id ?? ''
  expect(isJournalInUse(id)).toBe(true)
  expect(localStorage.getItem(`latchkey.lease.${id}`)).not.toBeNull()
  expect(sent).toEqual([])
  await end()
  expect(sent).toEqual(['a'])
  await vi.waitFor(async () => expect(await unfinished()).toEqual(new Map()))
})

it('keeps the page where it has no journal', async () => {
  const { end } = await beginUndo()
  const isClosed = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  // The job that holds the item does not ask.
  await vi.waitFor(async () => expect((await unfinished()).has('holding')).toBe(true))
  expect(isClosed()).toBe(false)
  await end()
  expect(isClosed()).toBe(true)
})
