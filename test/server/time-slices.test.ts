import { expect, test } from 'vitest'
import { createOpenRequests } from '#src/server/http/open-requests.ts'
import { createPauses } from '#src/server/http/time-slices.ts'
import { openTestService } from './service-harness.ts'

test('Security 7 of several long requests only one goes on between two turns', async () => {
  const requests = createOpenRequests(0)
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

test('Security 7 long requests that begin together share their first time slice', async () => {
  const { db } = await openTestService()
  let waits = 0
  const requests = {
    ...createOpenRequests(0),
    whenAnswered: () => {
      waits++
      return Promise.resolve()
    },
  }
  const begin = () =>
    createPauses({
      context: { db, requests, timeSliceMs: 5 },
      request: new Request('http://localhost'),
    })
  const first = begin()
  const start = process.cpuUsage()
  const used = () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  while (used() < 6) Math.sqrt(used())
  const second = begin()
  await Promise.all([first(), second()])
  expect(waits).toBe(2)
})
