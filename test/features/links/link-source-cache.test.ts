import { afterEach, expect, it, vi } from 'vitest'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import {
  cachedLinkSource,
  cacheLinkSource,
  loadStoredLinkSources,
} from '#src/features/links/source/link-source-cache.ts'
import { readAccountRecord, writeAccountRecord } from '#src/platform/account-records.ts'

afterEach(() => {
  vi.useRealTimers()
  resetStores()
  resetSession()
})

it('S16 the sources of 10,000 links that are read one after the other are written down now and then, the newest last', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  setSession({ status: 'active', userId: 'mei' })
  await loadStoredLinkSources()
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
  const stored = [...written].at(-1) as unknown[]
  expect(stored).toHaveLength(10_000)
  expect(stored.slice(-2)).toEqual([
    { id: 'id9999', uri: 'svc://my/file%209999.txt', at: expect.any(Number) },
    { id: 'id7', uri: 'svc://my/moved.txt', at: expect.any(Number) },
  ])
})

it('S16 the sources that an earlier version of the page stored are known', async () => {
  const at = Float64Array.of(1_000, 2_000)
  await writeAccountRecord('mei', 'link-places', {
    links: 'a1\nb2',
    uris: 'svc://my/In/a.txt\nsvc://my/Out/b.txt',
    at,
  })
  setSession({ status: 'active', userId: 'mei' })
  await loadStoredLinkSources()
  expect(cachedLinkSource('a1')).toEqual({ uri: 'svc://my/In/a.txt', at: 1_000 })
  expect(cachedLinkSource('b2')).toEqual({ uri: 'svc://my/Out/b.txt', at: 2_000 })
})

it.each([['text'], [{ links: 'a1', uris: 'svc://my/a.txt', at: [1] }], [{ links: 'a1' }]])(
  'S16 sources stored in a way that is not known are read again: %j',
  async (record) => {
    await writeAccountRecord('mei', 'link-places', record)
    setSession({ status: 'active', userId: 'mei' })
    await loadStoredLinkSources()
    expect(cachedLinkSource('a1')).toBeUndefined()
  },
)
