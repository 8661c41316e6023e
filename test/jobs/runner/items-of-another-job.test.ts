import { afterEach, expect, it, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { defineJob, toUndoJobStarter } from '#src/jobs/define-job.ts'
import { toastAbout } from '#src/jobs/messages/toasts.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs } from '#src/jobs/store/job-list.ts'
import type { JobContribution, JobItem, UndoJobStarter } from '#src/jobs/store/job.ts'
import { stopJob, undoJob } from '#src/jobs/store/jobs.ts'
import { createOperation } from '#src/lib/operation.ts'

afterEach(resetStores)

it('a job names what it processes itself, not an item that another job has', async () => {
  const inputs: string[][] = []
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('trash', items),
    createSender:
      ({ input }) =>
      async () => {
        inputs.push(input.items.map(({ id }) => id))
        await held
      },
    isDone: async () => false,
    invalidates: () => [],
  })
  const client = createQueryClient()
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const first = startMutation(client, job(), { items: items.slice(0, 1) })
  await vi.waitFor(() => expect(inputs).toHaveLength(1))
  const second = startMutation(client, job(), { items })
  await vi.waitFor(() => expect(inputs).toEqual([['a'], ['b']]))
  expect(allJobs().map(({ operation: { name, count } }) => [name, count])).toEqual([
    ['a', 1],
    ['b', 1],
  ])
  free()
  await Promise.all([first, second])
  client.clear()
})

it('what is left to a job that does something else with it is said', async () => {
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  type Sent = { readonly items: readonly JobItem[]; readonly to?: string }
  const define = (kind: 'trash' | 'copy') =>
    defineJob<JobItem, Sent>({
      operation: ({ items, to }) => ({ ...createOperation(kind, items), to }),
      commandKeyOf: (_item, { to }) => to,
      createSender: () => () => held,
      isDone: async () => false,
      invalidates: () => [],
    })
  const client = createQueryClient()
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  const copy = define('copy')
  const copyTo = (to: string) => startMutation(client, copy(), { items: items.slice(0, 1), to })
  const first = copyTo('One')
  await vi.waitFor(() => expect(allJobs()).toHaveLength(1))
  await copyTo('One')
  // A command that was given twice is being carried out.
  expect(toastAbout('copy a')).toBeUndefined()
  await copyTo('Two')
  const operation = { kind: 'copy', name: 'a', count: 1, to: 'Two' }
  expect(toastAbout('copy a')?.message).toMatchObject({ key: 'notDone', values: { operation } })
  const other = startMutation(client, define('trash')(), { items })
  await vi.waitFor(() => expect(allJobs()).toHaveLength(2))
  expect(toastAbout('trash a')?.message).toMatchObject({
    values: { operation: { kind: 'trash', count: 1 }, isInUse: true },
  })
  free()
  await Promise.all([first, other])
  client.clear()
})

it('Undo waits for an item that another job has, and takes all back', async () => {
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  const undone: string[] = []
  const define = (
    send: (items: readonly JobItem[]) => void | Promise<void>,
    undo: (parts: readonly JobContribution[]) => UndoJobStarter | undefined = () => undefined,
  ) =>
    defineJob<JobItem, { readonly items: readonly JobItem[] }>({
      operation: ({ items }) => createOperation('trash', items),
      createSender: () => async (items) => send(items),
      isDone: async () => false,
      undo,
      invalidates: () => [],
    })
  const back = define((items) => void undone.push(...items.map(({ id }) => id)))
  const job = define(
    () => {},
    (parts) =>
      toUndoJobStarter(back, () => ({ items: parts.flatMap(({ result }) => result.done) })),
  )
  const client = createQueryClient()
  const items = ['a', 'b'].map((id) => ({ id, uri: `svc://my/${id}`, name: id }))
  await startMutation(client, job(), { items })
  const id = allJobs()[0]?.id ?? 0
  const other = startMutation(client, define(() => held)(), { items: items.slice(1) })
  await vi.waitFor(() => expect(allJobs()).toHaveLength(2))
  const undoing = undoJob(id)
  await vi.waitFor(() => expect(allJobs()).toHaveLength(3))
  free()
  await Promise.all([other, undoing])
  expect(undone).toEqual(['a', 'b'])
  client.clear()
})

it('Stop ends a job that waits for another one with the same item, and nothing of it is sent', async () => {
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  let sent = 0
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('deleteLinks', items),
    createSender: () => async () => {
      sent++
      await held
    },
    isDone: async () => false,
    waitsForOthers: true,
    invalidates: () => [],
  })
  const client = createQueryClient()
  const items = [{ id: 'a', uri: 'svc://my/a', name: 'a' }]
  const first = startMutation(client, job(), { items })
  await vi.waitFor(() => expect(sent).toBe(1))
  const second = startMutation(client, job(), { items })
  await vi.waitFor(() => expect(allJobs()).toHaveLength(2))
  stopJob(allJobs()[1]?.id ?? 0)
  expect(await second).toMatchObject({ done: [], left: items })
  expect(allJobs()[0]?.state).toBe('running')
  free()
  await first
  expect(sent).toBe(1)
  client.clear()
})

it('two jobs that wait for the same one do not begin with an item of both at once', async () => {
  const free: (() => void)[] = []
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: ({ items }) => createOperation('deleteLinks', items),
    createSender: () => () => new Promise<void>((resolve) => void free.push(resolve)),
    isDone: async () => false,
    waitsForOthers: true,
    invalidates: () => [],
  })
  const client = createQueryClient()
  const items = [{ id: 'a', uri: 'svc://my/a', name: 'a' }]
  const first = startMutation(client, job(), { items })
  await vi.waitFor(() => expect(free).toHaveLength(1))
  const others = [1, 2].map(() => startMutation(client, job(), { items }))
  await vi.waitFor(() =>
    expect(
      allJobs()
        .map(({ state }) => state)
        .slice(1),
    ).toEqual(['waiting', 'waiting']),
  )
  free[0]?.()
  await first
  await vi.waitFor(() => expect(free.length).toBeGreaterThan(1))
  // As long as it would take the other one to begin.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(free).toHaveLength(2)
  free[1]?.()
  await vi.waitFor(() => expect(free).toHaveLength(3))
  free[2]?.()
  await Promise.all(others)
  client.clear()
})
