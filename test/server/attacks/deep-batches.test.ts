import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'

/** The longest time in ms between two turns of the event loop until `work` is done. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const state = { isRunning: true }
  const look = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
    if (state.isRunning) setImmediate(look)
  }
  look()
  await work()
  look()
  state.isRunning = false
  return longest
}

test('Security 7 a batch of 1,900 items 250 levels down does not hold up others while anything is locked', async () => {
  const service = await openTestService()
  const { owner, seed } = service
  const deep = Array.from({ length: 250 }, () => 'a')
  const uris = Array.from({ length: 1900 }, (_one, at) => `svc://my/${deep.join('/')}/${at}`)
  seed.transaction(() => {
    for (const at of uris.keys()) seed.addFile(owner, [...deep, String(at)])
  })
  seed.addLock({ owner, path: ['other'], application: { type: 'upload' } })
  const longest = await longestTurn(async () => {
    const { code } = await service.call('DELETE', '/file', { as: owner, body: { uris } })
    expect(code).toBe(0)
  })
  // It was 11 s while each item wrote down all of its folders.
  expect(longest).toBeLessThan(2000)
}, 60_000)

test('Security 7 a refusal names at most 8 MB of locked paths', async () => {
  const service = await openTestService()
  const { owner, seed } = service
  const deep = Array.from({ length: 250 }, () => 'é'.repeat(127))
  seed.addFolder(owner, deep)
  seed.transaction(() => {
    for (let at = 0; at < 100; at++) {
      seed.addLock({ owner, path: [...deep, String(at)], application: { type: 'upload' } })
    }
  })
  const body = { uris: [`svc://my/${deep[0]}`] }
  const { code, data } = await service.call('DELETE', '/file', { as: owner, body })
  expect(code).toBe(40073)
  expect(data.length).toBeGreaterThan(10)
  expect(JSON.stringify(data).length).toBeLessThan(9 * 1024 ** 2)
}, 60_000)
