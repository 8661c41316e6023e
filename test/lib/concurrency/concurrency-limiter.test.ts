import { expect, test } from 'vitest'
import { createConcurrencyLimiter } from '#src/lib/concurrency/concurrency-limiter.ts'

test('runs as many tasks as allowed, the others in order, also after a failure', async () => {
  const limiter = createConcurrencyLimiter(2)
  const started: number[] = []
  const finish: (() => void)[] = []
  const tasks = [0, 1, 2, 3].map((index) =>
    limiter.run(async () => {
      started.push(index)
      await new Promise<void>((resolve) => finish.push(resolve))
      if (index === 0) throw new Error('no')
      return index
    }),
  )
  const results = Promise.allSettled(tasks)
  expect(started).toEqual([0, 1])
  expect(limiter.waiting()).toBe(2)
  finish[0]?.()
  await expect.poll(() => started).toEqual([0, 1, 2])
  finish[1]?.()
  await expect.poll(() => started).toEqual([0, 1, 2, 3])
  finish[2]?.()
  finish[3]?.()
  expect((await results).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})

test('a task that has started ends by itself when the signal aborts, one that waits is not started', async () => {
  const limiter = createConcurrencyLimiter(1)
  const stop = new AbortController()
  let finish = () => {}
  const begun = new Promise<string>((resolve) => (finish = () => resolve('what it has made')))
  const first = limiter.run(() => begun, stop.signal)
  const second = limiter.run(() => Promise.reject(new Error('was started')), stop.signal)
  stop.abort(new Error('stopped'))
  await expect(second).rejects.toThrow('stopped')
  finish()
  expect(await first).toBe('what it has made')
  await expect.poll(() => limiter.waiting()).toBe(0)
})
