import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import { ApiError } from '#src/contract/errors.ts'
import { defineJob, toUndoJobStarter } from '#src/jobs/define-job.ts'
import type { JournalHeader } from '#src/jobs/journal/job-journal.ts'
import { resumableJob } from '#src/jobs/journal/resumable-job.ts'
import { toastAbout } from '#src/jobs/messages/toasts.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs, findJob } from '#src/jobs/store/job-list.ts'
import { isJournalInUse, undoJob } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
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

/** A job that takes `a` back, with a journal of this name, and one that holds it until it is freed and can be resumed. */
function createJobs(journalName?: string) {
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  const common = {
    operation: (input: Input) => createOperation('trash', input.items),
    isDone: async () => false,
    invalidates: () => [],
  }
  const sent: string[] = []
  const refusals: Error[] = []
  const back = defineJob<Input['items'][number], Input>({
    ...common,
    ...(journalName !== undefined && { journal: { name: journalName, input: Input } }),
    createSender: () => async (some) => {
      const refusal = refusals.pop()
      if (refusal) throw refusal
      sent.push(...some.map(({ id }) => id))
    },
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
  return { back, job, holding, sent, refusals, free: () => free() }
}

/** Begins to take `a` back while another job holds it. */
async function beginUndo(journalName?: string) {
  const { job, holding, sent, free } = createJobs(journalName)
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
  await vi.waitFor(() => expect(allJobs()[2]?.state).toBe('waiting'))
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

it.each([
  ['an Undo', true],
  ['another job', undefined],
])(
  'waits for the other job also when it is %s that is resumed after a reload',
  async (_, isUndo) => {
    const { back, holding, sent, free } = createJobs('back')
    const client = createQueryClient()
    const other = startMutation(client, holding(), { items })
    await vi.waitFor(async () => expect((await unfinished()).has('holding')).toBe(true))
    const operation = { ...createOperation('trash', items), isUndo }
    const restored = { id: 'j', name: 'back', version: 1, operation, startedAt: 0, input: {} }
    const resuming = resumableJob(back).resume(client, {
      restored: { ...restored, items, outcomes: [], effects: [] },
    })
    await vi.waitFor(() => expect(allJobs()).toHaveLength(2))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sent).toEqual([])
    const waiting = allJobs()[1]
    expect(waiting).toMatchObject({ state: 'waiting', activeIds: new Set() })
    expect(toastAbout(`job ${waiting?.id ?? 0}`)).toBeDefined()
    free()
    await other
    expect((await resuming)?.done).toEqual(items)
    expect(sent).toEqual(['a'])
    client.clear()
  },
)

it('does not wait for a job that has an item of which it is known what became of it', async () => {
  const { back, holding, sent, free } = createJobs('back')
  const client = createQueryClient()
  const other = startMutation(client, holding(), { items })
  await vi.waitFor(async () => expect((await unfinished()).has('holding')).toBe(true))
  const all = [...items, { id: 'b', uri: 'svc://my/b', name: 'b' }]
  const operation = createOperation('trash', all)
  const restored = { id: 'j', name: 'back', version: 1, operation, startedAt: 0, input: {} }
  await resumableJob(back).resume(client, {
    restored: { ...restored, items: all, outcomes: [{ state: 'done' }], effects: [] },
  })
  expect(sent).toEqual(['b'])
  free()
  await other
  client.clear()
})

it('waits for the other job also when its rest is tried again', async () => {
  const { job, holding, sent, refusals, free } = createJobs('back')
  const client = createQueryClient()
  await startMutation(client, job(), { items })
  refusals.push(new ApiError({ code: 403 }))
  await undoJob(allJobs()[0]?.id ?? 0)
  const failed = allJobs()[1]
  expect(failed?.failed).toBe(1)
  const other = startMutation(client, holding(), { items })
  await vi.waitFor(() => expect(allJobs()).toHaveLength(3))
  const again = failed?.retry(items)
  await vi.waitFor(() => expect(allJobs()).toHaveLength(4))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sent).toEqual([])
  free()
  await other
  expect((await again)?.done).toEqual(items)
  client.clear()
})

it('sends its rest once when that is tried again twice', async () => {
  const { job, sent, refusals } = createJobs('back')
  const client = createQueryClient()
  await startMutation(client, job(), { items })
  refusals.push(new ApiError({ code: 403 }))
  await undoJob(allJobs()[0]?.id ?? 0)
  const failed = allJobs()[1]
  await Promise.all([failed?.retry(items), failed?.retry(items)])
  expect(sent).toEqual(['a'])
  client.clear()
})

it('sends its rest once when that is tried again twice while it waits for the other job', async () => {
  const { job, holding, sent, refusals, free } = createJobs('back')
  const client = createQueryClient()
  await startMutation(client, job(), { items })
  refusals.push(new ApiError({ code: 403 }))
  await undoJob(allJobs()[0]?.id ?? 0)
  const id = allJobs()[1]?.id ?? 0
  const other = startMutation(client, holding(), { items })
  await vi.waitFor(() => expect(allJobs()).toHaveLength(3))
  const first = retryItems(id, items)
  await vi.waitFor(() => expect(allJobs()[3]?.state).toBe('waiting'))
  const second = retryItems(id, items)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(allJobs()).toHaveLength(4)
  free()
  await Promise.all([other, first, second])
  expect(sent).toEqual(['a'])
  client.clear()
})

it('sends its rest once when that is tried again while it waits after a reload', async () => {
  const { back, holding, sent, refusals, free } = createJobs('back')
  const client = createQueryClient()
  refusals.push(new ApiError({ code: 403 }))
  await startMutation(client, back({ isUndo: true }), { items })
  const id = allJobs()[0]?.id ?? 0
  const other = startMutation(client, holding(), { items })
  await vi.waitFor(async () => expect((await unfinished()).has('holding')).toBe(true))
  const operation = { ...createOperation('trash', items), isUndo: true }
  const restored = { id: 'r', name: 'back', version: 1, operation, startedAt: 0, input: {} }
  const resuming = resumableJob(back).resume(
    client,
    { restored: { ...restored, items, outcomes: [], effects: [] } },
    id,
  )
  await vi.waitFor(() => expect(allJobs()[2]?.state).toBe('waiting'))
  const again = retryItems(id, items)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(allJobs()).toHaveLength(3)
  free()
  await Promise.all([other, resuming, again])
  expect(sent).toEqual(['a'])
  client.clear()
})

it('does not wait for itself when its rest has gone on before it', async () => {
  const { holding, free } = createJobs()
  const client = createQueryClient()
  const edit = defineJob<Input['items'][number], Input>({
    journal: { name: 'edit', input: Input },
    operation: (input) => createOperation('trash', input.items),
    waitsForOthers: true,
    createSender: () => async () => {},
    isDone: async () => false,
    undo: () => async () => ({ done: [], failed: [], locked: [], left: [] }),
    invalidates: () => [],
  })
  const write = resumableJob(edit)
  const both = [...items, { id: 'b', uri: 'svc://my/b', name: 'b' }]
  const operation = createOperation('trash', both)
  const header = { name: 'edit', version: 1, operation, startedAt: 0, input: {} }
  const restored = { ...header, id: 'first', items: both, outcomes: [], effects: [] }
  const id = write.show(client, restored, undefined)
  const rest = { ...restored, id: 'rest', root: 'first', items: both.slice(1) }
  await write.resume(client, { restored: rest }, id)
  const other = startMutation(client, holding(), { items })
  await vi.waitFor(() => expect(allJobs()).toHaveLength(3))
  const resuming = write.resume(client, { restored })
  await vi.waitFor(() => expect(findJob(id)?.state).toBe('waiting'))
  free()
  await other
  await vi.waitFor(() => expect(findJob(id)?.state).toBe('ended'))
  expect((await resuming)?.done).toEqual(both)
  client.clear()
})
