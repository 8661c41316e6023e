import { afterEach, expect, it, vi } from 'vitest'
import { readAccountRecord } from '#src/platform/account-records.ts'
import {
  cachedLinkSource,
  cacheLinkSource,
  loadLinkSources,
} from '#src/stores/links/link-sources.ts'
import { resetStores } from '#src/stores/resets.ts'
import { resetSession, setSession } from '#src/stores/session.ts'

afterEach(() => {
  vi.useRealTimers()
  resetStores()
  resetSession()
})

it('S16 the sources of 10,000 links that are read one after the other are written down now and then, the newest last', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  setSession({ status: 'active', userId: 'mei' })
  await loadLinkSources()
  const written = new Set<unknown>()
  const note = async () => written.add(await readAccountRecord('mei', 'link-places'))
  // A hundred in each second.
  for (let n = 0; n < 10_000; n++) {
    cacheLinkSource(`id${n}`, `svc://my/file%20${n}.txt`)
    if (n % 100 !== 99) continue
    await vi.advanceTimersByTimeAsync(1_000)
    await note()
  }
  // Read again, so that it is the newest.
  cacheLinkSource('id7', 'svc://my/moved.txt')
  await vi.advanceTimersByTimeAsync(20_000)
  await note()
  expect(written.size).toBeGreaterThan(10)
  expect(written.size).toBeLessThan(25)
  expect(cachedLinkSource('id7')?.uri).toBe('svc://my/moved.txt')
  const { links, uris, at } = [...written].at(-1) as {
    links: string
    uris: string
    at: Float64Array
  }
  expect(at).toHaveLength(10_000)
  expect(links.split('\n').slice(-2)).toEqual(['id9999', 'id7'])
  expect(uris.split('\n').slice(-2)).toEqual(['svc://my/file%209999.txt', 'svc://my/moved.txt'])
})
