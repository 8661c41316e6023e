import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { EndlessListError, Listing, type PageSource, waitBefore } from '#src/queries/listing.ts'

type Row = { id: string; value: number }

const ids = (listing: Listing<Row>) => [...listing.order].map((slot) => listing.at(slot)?.id)
const settled = (listing: Listing<{ id: string }>) =>
  vi.waitFor(() => expect(listing.walk.at).not.toBe('walking'), { timeout: 5_000, interval: 5 })
const rows = (...names: string[]): Row[] => names.map((id) => ({ id, value: 0 }))

/** Pages by number; `undefined` as place is page 0. */
function book(pages: readonly (readonly Row[])[]): PageSource<Row, number> {
  return async (place = 0) => ({
    rows: pages[place] ?? [],
    next: place + 1 < pages.length ? place + 1 : undefined,
  })
}

const unavailable = () => new TransportError('http', { status: 503, retryAfter: 1 })
const offline = () => new TransportError('network')

describe('walking a long list', () => {
  it('delivers every row once, in order, whatever comes twice', async () => {
    const page = fc.array(fc.nat(60), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 30 }), async (pages) => {
        const listing = Listing.over(
          book(pages.map((one) => one.map((id) => ({ id: `${id}`, value: 0 })))),
        )
        await listing.start()
        await settled(listing)
        const expected = [...new Set(pages.flat().map(String))]
        expect(listing.walk.at).toBe('complete')
        expect(ids(listing)).toEqual(expected)
        expect(listing.size).toBe(expected.length)
        expect(expected.map((id) => listing.slotOf(id))).toEqual([...listing.order])
      }),
      { numRuns: 60 },
    )
  })

  it('shows the first page before the rest is there', async () => {
    const source: PageSource<Row, number> = (place) =>
      place === undefined
        ? Promise.resolve({ rows: rows('a'), next: 1 })
        : new Promise(() => undefined)
    const listing = await Listing.over(source).start()
    expect(ids(listing)).toEqual(['a'])
    expect(listing.walk.at).toBe('walking')
    listing.close()
  })

  it('asks for the next page before it reads the rows of this one', async () => {
    const order: string[] = []
    const listing = await Listing.over<Row, number>(async (place = 0) => {
      order.push(`ask ${place}`)
      return {
        rows: () => {
          order.push(`read ${place}`)
          return rows(`${place}`)
        },
        next: place < 2 ? place + 1 : undefined,
      }
    }).start()
    await settled(listing)
    expect(ids(listing)).toEqual(['0', '1', '2'])
    expect(order).toEqual(['ask 0', 'read 0', 'ask 1', 'ask 2', 'read 1', 'read 2'])
  })

  it('goes on behind an empty page that names a next one', async () => {
    const listing = await Listing.over(book([rows('a'), [], [], rows('b')])).start()
    await settled(listing)
    expect(ids(listing)).toEqual(['a', 'b'])
  })

  it('stops where the service names the same place twice, and can go on from there', async () => {
    let isCured = false
    const source: PageSource<Row, string> = async (place) => {
      if (place === undefined) return { rows: rows('a'), next: 'p' }
      if (place === 'p') return { rows: rows('b'), next: isCured ? 'q' : 'p' }
      return { rows: rows('c') }
    }
    const listing = await Listing.over(source).start()
    await settled(listing)
    expect(listing.walk).toMatchObject({ at: 'stopped', error: expect.any(EndlessListError) })
    expect(ids(listing)).toEqual(['a', 'b'])
    isCured = true
    listing.resume()
    await settled(listing)
    expect(listing.walk.at).toBe('complete')
    expect(ids(listing)).toEqual(['a', 'b', 'c'])
  })

  it('does not follow pages without anything new for ever', async () => {
    let asked = 0
    const listing = await Listing.over<Row, number>(async (place = 0) => {
      asked++
      return { rows: rows('a'), next: place + 1 }
    }).start()
    await settled(listing)
    expect(listing.walk).toMatchObject({ at: 'stopped', error: expect.any(EndlessListError) })
    expect(asked).toBeLessThan(100)
  })

  it('asks again after a 503 and says nothing of it', async () => {
    let refusals = 2
    const pages = book([rows('a'), rows('b')])
    const listing = await Listing.over<Row, number>(async (place, signal) => {
      if (place === 1 && refusals-- > 0) throw unavailable()
      return pages(place, signal)
    }).start()
    await settled(listing)
    expect(listing.walk.at).toBe('complete')
    expect(ids(listing)).toEqual(['a', 'b'])
  })

  it('keeps what came when the network fails in the middle, and completes on resume', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let isOffline = true
    const asked: (number | undefined)[] = []
    const pages = book([rows('a'), rows('b'), rows('c')])
    const listing = await Listing.over<Row, number>(async (place, signal) => {
      asked.push(place)
      if (place === 2 && isOffline) throw offline()
      return pages(place, signal)
    }).start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(listing.walk).toMatchObject({ at: 'stopped', error: { reason: 'network' } })
    expect(ids(listing)).toEqual(['a', 'b'])
    isOffline = false
    asked.length = 0
    listing.resume()
    expect(listing.walk.at).toBe('walking')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(listing.walk.at).toBe('complete')
    expect(ids(listing)).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual([2])
  })

  it('does not ask again what the service refused', async () => {
    let asked = 0
    const listing = await Listing.over<Row, number>(async (place) => {
      if (place === undefined) return { rows: rows('a'), next: 1 }
      asked++
      throw new ApiError({ code: 50001 })
    }).start()
    await settled(listing)
    expect(asked).toBe(1)
    expect(listing.walk).toMatchObject({ at: 'stopped', error: { code: 50001 } })
  })

  it('rejects when there is no first page', async () => {
    const listing = Listing.over<Row, number>(() => Promise.reject(offline()))
    await expect(listing.start()).rejects.toMatchObject({ reason: 'network' })
  })

  it('waits as long as the service wishes, but never longer than half a minute', () => {
    const asked = (retryAfter: number) => new TransportError('http', { status: 429, retryAfter })
    expect(waitBefore(asked(2_000), 0)).toBe(2_000)
    expect(waitBefore(asked(300_000), 0)).toBe(30_000)
    expect(waitBefore(offline(), 1)).toBeGreaterThan(waitBefore(offline(), 0) / 2)
    expect(waitBefore(offline(), 20)).toBe(30_000)
  })

  it('asks nothing more once it is closed', async () => {
    let asked = 0
    let go = () => {}
    const listing = await Listing.over<Row, number>(async (place = 0) => {
      asked++
      if (place > 0) await new Promise<void>((resolve) => (go = resolve))
      return { rows: rows(`${place}`), next: place + 1 }
    }).start()
    await vi.waitFor(() => expect(asked).toBe(2))
    listing.close()
    go()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toBe(2)
    expect(ids(listing)).toEqual(['0'])
  })

  it('closing ends a pause between two tries too', async () => {
    let asked = 0
    const listing = await Listing.over<Row, number>(async (place) => {
      asked++
      if (place === undefined) return { rows: rows('a'), next: 1 }
      throw new TransportError('http', { status: 503, retryAfter: 30 })
    }).start()
    await vi.waitFor(() => expect(asked).toBe(2))
    listing.close()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(asked).toBe(2)
  })
})

describe('walking it again', () => {
  it('replaces rows in place, takes in new ones and drops those that are gone', async () => {
    const id = fc.nat(40).map(String)
    const world = fc.uniqueArray(id, { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(world, world, fc.integer({ min: 1, max: 9 }), async (one, two, size) => {
        let [names, value] = [one, 1]
        const source: PageSource<Row, number> = async (place = 0) => ({
          rows: names.slice(place, place + size).map((name) => ({ id: name, value })),
          next: place + size < names.length ? place + size : undefined,
        })
        const listing = await Listing.over(source).start()
        await settled(listing)
        const slotBefore = new Map(one.map((name) => [name, listing.slotOf(name)]))
        ;[names, value] = [two, 2]
        await listing.again()
        expect(listing.walk.at).toBe('complete')
        expect(ids(listing)).toEqual(two)
        for (const slot of listing.order) expect(listing.at(slot)?.value).toBe(2)
        for (const name of one) {
          const kept = two.includes(name)
          expect(listing.slotOf(name)).toBe(kept ? slotBefore.get(name) : undefined)
        }
        for (const name of two.filter((name) => !one.includes(name)))
          expect(listing.slotOf(name)).toBeGreaterThanOrEqual(one.length)
      }),
      { numRuns: 80 },
    )
  })

  it('that stops in the middle keeps every row, and drops the gone only when resume completes it', async () => {
    let names = ['a', 'b', 'c', 'd']
    let failing = false
    const source: PageSource<Row, number> = async (place = 0) => {
      if (failing && place === 1) throw new ApiError({ code: 50001 })
      return {
        rows: rows(names[place] ?? ''),
        next: place + 1 < names.length ? place + 1 : undefined,
      }
    }
    const listing = await Listing.over(source).start()
    await settled(listing)
    names = ['d', 'b', 'x']
    failing = true
    await listing.again()
    expect(listing.walk.at).toBe('stopped')
    expect(ids(listing)).toEqual(['a', 'b', 'c', 'd'])
    failing = false
    listing.resume()
    await settled(listing)
    expect(ids(listing)).toEqual(['d', 'b', 'x'])
  })

  it('that fails at once is not taken for done when it goes on', async () => {
    let isRefused = false
    let names = ['a', 'b']
    const listing = await Listing.over<Row, number>(async () => {
      if (isRefused) throw new ApiError({ code: 50001 })
      return { rows: rows(...names) }
    }).start()
    await settled(listing)
    ;[names, isRefused] = [['b', 'c'], true]
    await listing.again()
    expect(listing.walk.at).toBe('stopped')
    expect(ids(listing)).toEqual(['a', 'b'])
    isRefused = false
    listing.resume()
    await settled(listing)
    expect(ids(listing)).toEqual(['b', 'c'])
  })

  it('keeps what was put while it goes on, and does not bring back what was removed', async () => {
    const gates: (() => void)[] = []
    let isHeld = false
    const pages = book([rows('a', 'b'), rows('c', 'd')])
    const listing = await Listing.over<Row, number>(async (place, signal) => {
      const page = await pages(place, signal)
      // Read before what is written below, delivered after it.
      if (isHeld) await new Promise<void>((resolve) => gates.push(resolve))
      return page
    }).start()
    await settled(listing)
    isHeld = true
    const done = listing.again()
    await vi.waitFor(() => expect(gates).toHaveLength(1))
    listing.put([
      { id: 'new', value: 5 },
      { id: 'd', value: 6 },
    ])
    listing.remove(new Set(['a', 'c']))
    gates[0]?.()
    await vi.waitFor(() => expect(gates).toHaveLength(2))
    gates[1]?.()
    await done
    expect(listing.walk.at).toBe('complete')
    expect(new Set(ids(listing))).toEqual(new Set(['new', 'b', 'd']))
    expect(listing.at(listing.slotOf('d') ?? -1)?.value).toBe(6)
    isHeld = false
    await listing.again()
    expect(ids(listing)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('tells what the first answer of the newest walk said of the whole', async () => {
    let word = 'one'
    const listing = Listing.over<Row, number, string>(async (place = 0) => ({
      rows: rows(`${place}`),
      head: `${word} ${place}`,
      next: place < 1 ? place + 1 : undefined,
    }))
    expect(listing.head).toBeUndefined()
    await listing.start()
    expect(listing.isWhole).toBe(false)
    await settled(listing)
    expect(listing.head).toBe('one 0')
    expect(listing.isWhole).toBe(true)
    word = 'two'
    const again = listing.again()
    expect(listing.isWhole).toBe(true)
    await again
    expect(listing.head).toBe('two 0')
  })

  it('puts and removes single rows without moving the others', async () => {
    const listing = await Listing.over(book([rows('a', 'b', 'c')])).start()
    await settled(listing)
    const version = listing.version()
    listing.put([{ id: 'b', value: 7 }])
    listing.remove(new Set(['a']))
    // The first change is told at once, the second soon.
    expect(listing.version()).toBe(version + 1)
    await vi.waitFor(() => expect(listing.version()).toBe(version + 2))
    expect(ids(listing)).toEqual(['b', 'c'])
    expect(listing.slotOf('b')).toBe(1)
    expect(listing.at(1)?.value).toBe(7)
    expect(listing.nextSlot).toBe(3)
  })
})
