import { expect, test } from 'vitest'
import { createTimeSliceScheduler } from '#src/server/http/time-slice-scheduler.ts'

test('Security 7 of several long requests only one goes on between two turns', async () => {
  const requests = createTimeSliceScheduler(0, 0)
  let turn = 0
  const state = { isRunning: true }
  const counting = (async () => {
    while (state.isRunning) {
      await new Promise((resolve) => setImmediate(resolve))
      turn++
    }
  })()
  const turns: number[] = []
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      await requests.whenAnswered()
      turns.push(turn)
    }),
  )
  state.isRunning = false
  await counting
  expect(new Set(turns).size).toBe(5)
})

test('Security 7 the long requests of one turn of the event loop share their time', async () => {
  const requests = createTimeSliceScheduler(0, 5)
  expect(requests.isTimeUp()).toBe(false)
  const start = performance.now()
  while (performance.now() - start < 6) Math.sqrt(start)
  expect(requests.isTimeUp()).toBe(true)
  await new Promise((resolve) => setImmediate(resolve))
  expect(requests.isTimeUp()).toBe(false)
})
