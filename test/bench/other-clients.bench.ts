import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { signInByRequest, startAppServer } from '../browser/app-server.ts'
import { ms } from './harness/metrics.ts'

/* What another client waits while one account has a long batch done: its worst answer, printed beside its bar. */

const table: Record<'request' | 'worst answer' | 'whole time', string>[] = []
afterAll(() => console.table(table))

const archive = { uris: ['svc://my/Archive'], skip_soft_delete: true }
test.each([
  ['empty a trash of 100,000', '/file/trash', undefined],
  ['delete a folder of 100,000 for good', '/file', archive],
])('%s', async (request, path, body) => {
  const kept = inject('largeDataFolder')
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  // The first start seeds the data, the second one changes a copy of them.
  await (await startAppServer({ world: 'large', data: kept })).close()
  await cp(kept, folder, { recursive: true })
  const server = await startAppServer({ world: 'large', data: folder })
  const owner = await signInByRequest(server)
  const colleague = await signInByRequest(server, 'colleague')

  const call = async (method: string, at: string, token: string, json?: object) => {
    const answer = await fetch(`${server.address}api/v4${at}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    })
    expect(await answer.json()).toMatchObject({ code: 0 })
  }
  const state = { isRunning: true }
  const begun = performance.now()
  const batch = call('DELETE', path, owner.access, body).finally(() => (state.isRunning = false))
  let worst = 0
  while (state.isRunning) {
    const from = performance.now()
    await call('GET', '/user/me', colleague.access)
    worst = Math.max(worst, performance.now() - from)
  }
  await batch
  const whole = ms(performance.now() - begun)
  table.push({ request, 'worst answer': `${ms(worst)} (bar 200 ms)`, 'whole time': whole })
  await server.kill()
  await rm(folder, { recursive: true, force: true })
})
