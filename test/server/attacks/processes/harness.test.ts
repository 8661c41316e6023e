import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { attackedServices } from '../attacked-service.ts'

const start = attackedServices()

it('the cost of an attack is seen: memory, descriptors, and how long others wait', async () => {
  const service = await start()
  const before = service.descriptors()
  const cost = await service.during(async () => {
    await sleep(300)
  })
  expect(service.accounts.map((account) => account.role)).toContain('owner')
  expect(cost.failedPings).toBe(0)
  expect(cost.longestStall).toBeGreaterThan(0)
  expect(service.printed()).toContain('Latchkey is ready at')
  if (process.platform === 'linux') {
    expect(cost.peakMemory).toBeGreaterThan(20_000_000)
    await service.descriptorsAtMost(before + 5)
    // A stopped process answers nobody: the stall is noticed.
    const stopped = await service.during(async () => {
      service.child.kill('SIGSTOP')
      await sleep(400)
      service.child.kill('SIGCONT')
    })
    expect(stopped.longestStall).toBeGreaterThan(300)
  }
})
