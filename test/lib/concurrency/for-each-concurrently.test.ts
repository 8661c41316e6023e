import { expect, test } from 'vitest'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { createTaskStarter } from '#src/lib/concurrency/task-starter.ts'

/** Tasks that end when the test says so. */
function controlled() {
  const started: number[] = []
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  return {
    started,
    end: (id: number) => ends.get(id)?.resolve(),
    fail: (id: number) => ends.get(id)?.reject(new Error(`no ${id}`)),
    work: (id: number) =>
      new Promise<void>((resolve, reject) => {
        started.push(id)
        ends.set(id, { resolve, reject })
      }),
  }
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

test('keeps to the limit and to the order', async () => {
  const { started, end, work } = controlled()
  const all = forEachConcurrently([1, 2, 3, 4], 2, work)
  expect(started).toEqual([1, 2])
  end(2)
  await turn()
  expect(started).toEqual([1, 2, 3])
  for (const id of [1, 3]) end(id)
  await turn()
  end(4)
  await all
  expect(started).toEqual([1, 2, 3, 4])
})

test('starts nothing after a failure, and rejects when what was under way has ended', async () => {
  const { started, end, fail, work } = controlled()
  let outcome = 'pending'
  const all = forEachConcurrently([1, 2, 3, 4], 2, work).then(
    () => (outcome = 'done'),
    (error: Error) => (outcome = error.message),
  )
  fail(1)
  await turn()
  expect(outcome).toBe('pending')
  end(2)
  await all
  expect(outcome).toBe('no 1')
  expect(started).toEqual([1, 2])
})

test('a task pool takes new tasks as running ones end and when it is told of more', async () => {
  const { started, end, work } = controlled()
  const queue = [1, 2, 3]
  const startTasks = createTaskStarter(2, () => {
    const id = queue.shift()
    return id === undefined ? undefined : () => work(id)
  })
  startTasks()
  expect(started).toEqual([1, 2])
  end(1)
  await turn()
  expect(started).toEqual([1, 2, 3])
  queue.push(4)
  startTasks()
  expect(started).toEqual([1, 2, 3])
  end(2)
  await turn()
  expect(started).toEqual([1, 2, 3, 4])
})
