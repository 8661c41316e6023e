import { rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openTestService } from '../server/service-harness.ts'

/* The service alone, on disk, without a browser: figures beside their bars, never asserted. */

const table: Record<'figure' | 'value' | 'bar', string>[] = []
afterAll(() => console.table(table))

const dav = { type: 'dav' }
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
function report(figure: string, ms: number, bar = ''): void {
  table.push({ figure, value: `${ms.toFixed(2)} ms`, bar })
}

test('P14 and writes', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  const service = await openTestService({ dir })
  const { seed, owner } = service
  const trashed: string[] = []
  seed.transaction(() => {
    for (let i = 0; i < 10_000; i++)
      seed.addLock({ owner, path: ['locked', String(i % 100), String(i)], application: dav })
    for (let i = 0; i < 1000; i++)
      seed.addFile(owner, ['from', 'deep', String(i)], { contents: new Uint8Array(1) })
    for (let i = 0; i < 1200; i++)
      trashed.push(seed.trashFile(seed.addFile(owner, ['origin', `gone ${i}`])))
    seed.addFolder(owner, ['to'])
    seed.addFolder(owner, ['copies'])
  })
  const send = async (method: string, path: string, body: unknown) => {
    const from = performance.now()
    expect((await service.call(method, path, { as: owner, body })).code).toBe(0)
    return performance.now() - from
  }
  const uris = (folder: string) => Array.from({ length: 1000 }, (_, i) => `svc://my/${folder}/${i}`)
  const bin = trashed.map((id) => `svc://trash/${id}`)

  const renames: number[] = []
  for (let round = 0; round < 200; round++) {
    const [from, to] = round % 2 === 0 ? ['to', 'to 2'] : ['to 2', 'to']
    renames.push(await send('POST', '/file/rename', { uri: `svc://my/${from}`, new_name: to }))
  }
  report('rename, its lock check among 10,000 locks', median(renames), '≤ 1 ms the check')
  const restores: number[] = []
  for (const uri of bin.slice(0, 200))
    restores.push(await send('POST', '/file/restore', { uris: [uri] }))
  report('P14 restore of one item', median(restores), '≤ 2 ms')
  const { length } = bin.slice(200)
  const all = await send('POST', '/file/restore', { uris: bin.slice(200) })
  report(`restore of ${length}, each`, all / length)
  const move = await send('POST', '/file/move', { uris: uris('from/deep'), dst: 'svc://my/to' })
  report('move of 1,000', move)
  const copy = { uris: uris('to'), dst: 'svc://my/copies', copy: true }
  report('copy of 1,000', await send('POST', '/file/move', copy))
  report('delete of 1,000', await send('DELETE', '/file', { uris: uris('to') }))
  const purge = { uris: ['svc://my/copies'], skip_soft_delete: true }
  report('delete of 1,000 for good', await send('DELETE', '/file', purge))
  seed.transaction(() => {
    for (let i = 0; i < 100_000; i++)
      seed.addFile(owner, [`dir ${i % 50}`, `Report number ${i}.txt`])
  })
  const uri = encodeURIComponent('svc://my?name=NUMBER 77777.&case_folding=')
  const searches: number[] = []
  for (let round = 0; round < 9; round++) {
    const from = performance.now()
    const answer = await service.call('GET', `/file?uri=${uri}`, { as: owner })
    expect((answer.data as { files: unknown[] }).files).toHaveLength(1)
    searches.push(performance.now() - from)
  }
  report('search by name over 100,000', median(searches))
  service.close()
  await rm(dir, { recursive: true, force: true })
})
