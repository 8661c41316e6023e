import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { retryDelay } from '#src/api/retry.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { EndlessListError } from '#src/lists/page-loader.ts'
import type { PageSource } from '#src/lists/page-source.ts'
import { PagedList } from '#src/lists/paged-list.ts'

type Row = { id: string; value: number }

const ids = (list: PagedList<Row>) => [...list.order].map((slot) => list.at(slot)?.id)
const settled = (list: PagedList<{ id: string }>) =>
  vi.waitFor(() => expect(list.loadState.at).not.toBe('loading'), {
    timeout: 5_000,
    interval: 5,
  })
const rows = (...names: string[]): Row[] => names.map((id) => ({ id, value: 0 }))

/** Pages by number; `undefined` as param is page 0. */
function book(pages: readonly (readonly Row[])[]): PageSource<Row, number> {
  return async (param = 0) => ({
    rows: pages[param] ?? [],
    next: param + 1 < pages.length ? param + 1 : undefined,
  })
}

const unavailable = () => new TransportError('http', { status: 503, retryAfter: 1 })
const offline = () => new TransportError('network')

describe('loading a long list', () => {
  it('delivers every row once, in order, whatever comes twice', async () => {
    const page = fc.array(fc.nat(60), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 30 }), async (pages) => {
        const list = PagedList.from(
          book(pages.map((one) => one.map((id) => ({ id: `${id}`, value: 0 })))),
        )
        await list.start()
        await settled(list)
        const expected = [...new Set(pages.flat().map(String))]
        expect(list.loadState.at).toBe('complete')
        expect(ids(list)).toEqual(expected)
        expect(list.size).toBe(expected.length)
        expect(expected.map((id) => list.slotOf(id))).toEqual([...list.order])
      }),
      { numRuns: 60 },
    )
  })

  it('shows the first page before the rest is there', async () => {
    const source: PageSource<Row, number> = (param) =>
      param === undefined
        ? Promise.resolve({ rows: rows('a'), next: 1 })
        : new Promise(() => undefined)
    const list = await PagedList.from(source).start()
    expect(ids(list)).toEqual(['a'])
    expect(list.loadState.at).toBe('loading')
    list.close()
  })

  it('asks for the next page before it reads the rows of this one', async () => {
    const order: string[] = []
    const list = await PagedList.from<Row, number>(async (param = 0) => {
      order.push(`ask ${param}`)
      return {
        rows: () => {
          order.push(`read ${param}`)
          return rows(`${param}`)
        },
        next: param < 2 ? param + 1 : undefined,
      }
    }).start()
    await settled(list)
    expect(ids(list)).toEqual(['0', '1', '2'])
    expect(order).toEqual(['ask 0', 'read 0', 'ask 1', 'ask 2', 'read 1', 'read 2'])
  })

  it('goes on behind an empty page that names a next one', async () => {
    const list = await PagedList.from(book([rows('a'), [], [], rows('b')])).start()
    await settled(list)
    expect(ids(list)).toEqual(['a', 'b'])
  })

  it('stops where the service names the same param twice, and can go on from there', async () => {
    let isCured = false
    const source: PageSource<Row, string> = async (param) => {
      if (param === undefined) return { rows: rows('a'), next: 'p' }
      if (param === 'p') return { rows: rows('b'), next: isCured ? 'q' : 'p' }
      return { rows: rows('c') }
    }
    const list = await PagedList.from(source).start()
    await settled(list)
    expect(list.loadState).toMatchObject({ at: 'stopped', error: expect.any(EndlessListError) })
    expect(ids(list)).toEqual(['a', 'b'])
    isCured = true
    list.resume()
    await settled(list)
    expect(list.loadState.at).toBe('complete')
    expect(ids(list)).toEqual(['a', 'b', 'c'])
  })

  it('does not follow pages without anything new for ever', async () => {
    let asked = 0
    const list = await PagedList.from<Row, number>(async (param = 0) => {
      asked++
      return { rows: rows('a'), next: param + 1 }
    }).start()
    await settled(list)
    expect(list.loadState).toMatchObject({ at: 'stopped', error: expect.any(EndlessListError) })
    expect(asked).toBeLessThan(100)
  })

  it('asks again after a 503 and says nothing of it', async () => {
    let refusals = 2
    const pages = book([rows('a'), rows('b')])
    const list = await PagedList.from<Row, number>(async (param, signal) => {
      if (param === 1 && refusals-- > 0) throw unavailable()
      return pages(param, signal)
    }).start()
    await settled(list)
    expect(list.loadState.at).toBe('complete')
    expect(ids(list)).toEqual(['a', 'b'])
  })

  it('keeps what came when the network fails in the middle, and completes on resume', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let isOffline = true
    const asked: (number | undefined)[] = []
    const pages = book([rows('a'), rows('b'), rows('c')])
    const list = await PagedList.from<Row, number>(async (param, signal) => {
      asked.push(param)
      if (param === 2 && isOffline) throw offline()
      return pages(param, signal)
    }).start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(list.loadState).toMatchObject({ at: 'stopped', error: { reason: 'network' } })
    expect(ids(list)).toEqual(['a', 'b'])
    isOffline = false
    asked.length = 0
    list.resume()
    expect(list.loadState.at).toBe('loading')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(list.loadState.at).toBe('complete')
    expect(ids(list)).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual([2])
  })

  it('does not ask again what the service refused', async () => {
    let asked = 0
    const list = await PagedList.from<Row, number>(async (param) => {
      if (param === undefined) return { rows: rows('a'), next: 1 }
      asked++
      throw new ApiError({ code: 50001 })
    }).start()
    await settled(list)
    expect(asked).toBe(1)
    expect(list.loadState).toMatchObject({ at: 'stopped', error: { code: 50001 } })
  })

  it('rejects when there is no first page', async () => {
    const list = PagedList.from<Row, number>(() => Promise.reject(offline()))
    await expect(list.start()).rejects.toMatchObject({ reason: 'network' })
  })

  it('waits as long as the service wishes, but never longer than half a minute', () => {
    const asked = (retryAfter: number) => new TransportError('http', { status: 429, retryAfter })
    expect(retryDelay(asked(2_000), 0)).toBe(2_000)
    expect(retryDelay(asked(300_000), 0)).toBe(30_000)
    expect(retryDelay(offline(), 1)).toBeGreaterThan(retryDelay(offline(), 0) / 2)
    expect(retryDelay(offline(), 20)).toBe(30_000)
  })

  it('asks nothing more once it is closed', async () => {
    let asked = 0
    let go = () => {}
    const list = await PagedList.from<Row, number>(async (param = 0) => {
      asked++
      if (param > 0) await new Promise<void>((resolve) => (go = resolve))
      return { rows: rows(`${param}`), next: param + 1 }
    }).start()
    await vi.waitFor(() => expect(asked).toBe(2))
    list.close()
    go()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toBe(2)
    expect(ids(list)).toEqual(['0'])
  })

  it('closing ends a pause between two tries too', async () => {
    let asked = 0
    const list = await PagedList.from<Row, number>(async (param) => {
      asked++
      if (param === undefined) return { rows: rows('a'), next: 1 }
      throw new TransportError('http', { status: 503, retryAfter: 30 })
    }).start()
    await vi.waitFor(() => expect(asked).toBe(2))
    list.close()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(asked).toBe(2)
  })
})

describe('reloading it', () => {
  it('reparams rows in param, takes in new ones and drops those that are gone', async () => {
    const id = fc.nat(40).map(String)
    const world = fc.uniqueArray(id, { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(world, world, fc.integer({ min: 1, max: 9 }), async (one, two, size) => {
        let [names, value] = [one, 1]
        const source: PageSource<Row, number> = async (param = 0) => ({
          rows: names.slice(param, param + size).map((name) => ({ id: name, value })),
          next: param + size < names.length ? param + size : undefined,
        })
        const list = await PagedList.from(source).start()
        await settled(list)
        const slotBefore = new Map(one.map((name) => [name, list.slotOf(name)]))
        ;[names, value] = [two, 2]
        await list.reload()
        expect(list.loadState.at).toBe('complete')
        expect(ids(list)).toEqual(two)
        for (const slot of list.order) expect(list.at(slot)?.value).toBe(2)
        for (const name of one) {
          const kept = two.includes(name)
          expect(list.slotOf(name)).toBe(kept ? slotBefore.get(name) : undefined)
        }
        for (const name of two.filter((name) => !one.includes(name)))
          expect(list.slotOf(name)).toBeGreaterThanOrEqual(one.length)
      }),
      { numRuns: 80 },
    )
  })

  it('that stops in the middle keeps every row, and drops the gone only when resume completes it', async () => {
    let names = ['a', 'b', 'c', 'd']
    let failing = false
    const source: PageSource<Row, number> = async (param = 0) => {
      if (failing && param === 1) throw new ApiError({ code: 50001 })
      return {
        rows: rows(names[param] ?? ''),
        next: param + 1 < names.length ? param + 1 : undefined,
      }
    }
    const list = await PagedList.from(source).start()
    await settled(list)
    names = ['d', 'b', 'x']
    failing = true
    await list.reload()
    expect(list.loadState.at).toBe('stopped')
    expect(ids(list)).toEqual(['a', 'b', 'c', 'd'])
    failing = false
    list.resume()
    await settled(list)
    expect(ids(list)).toEqual(['d', 'b', 'x'])
  })

  it('that fails at once is not taken for done when it goes on', async () => {
    let isRefused = false
    let names = ['a', 'b']
    const list = await PagedList.from<Row, number>(async () => {
      if (isRefused) throw new ApiError({ code: 50001 })
      return { rows: rows(...names) }
    }).start()
    await settled(list)
    ;[names, isRefused] = [['b', 'c'], true]
    await list.reload()
    expect(list.loadState.at).toBe('stopped')
    expect(ids(list)).toEqual(['a', 'b'])
    isRefused = false
    list.resume()
    await settled(list)
    expect(ids(list)).toEqual(['b', 'c'])
  })

  it('keeps what was put while it goes on, and does not bring back what was removed', async () => {
    const gates: (() => void)[] = []
    let isHeld = false
    const pages = book([rows('a', 'b'), rows('c', 'd')])
    const list = await PagedList.from<Row, number>(async (param, signal) => {
      const page = await pages(param, signal)
      // Read before what is written below, delivered after it.
      if (isHeld) await new Promise<void>((resolve) => gates.push(resolve))
      return page
    }).start()
    await settled(list)
    isHeld = true
    const done = list.reload()
    await vi.waitFor(() => expect(gates).toHaveLength(1))
    list.put([
      { id: 'new', value: 5 },
      { id: 'd', value: 6 },
    ])
    list.remove(new Set(['a', 'c']))
    gates[0]?.()
    await vi.waitFor(() => expect(gates).toHaveLength(2))
    gates[1]?.()
    await done
    expect(list.loadState.at).toBe('complete')
    expect(new Set(ids(list))).toEqual(new Set(['new', 'b', 'd']))
    expect(list.at(list.slotOf('d') ?? -1)?.value).toBe(6)
    isHeld = false
    await list.reload()
    expect(ids(list)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('tells what the first answer of the newest load said of the whole', async () => {
    let word = 'one'
    const list = PagedList.from<Row, number, string>(async (param = 0) => ({
      rows: rows(`${param}`),
      head: `${word} ${param}`,
      next: param < 1 ? param + 1 : undefined,
    }))
    expect(list.head).toBeUndefined()
    await list.start()
    expect(list.hasBeenComplete).toBe(false)
    await settled(list)
    expect(list.head).toBe('one 0')
    expect(list.hasBeenComplete).toBe(true)
    word = 'two'
    const again = list.reload()
    expect(list.hasBeenComplete).toBe(true)
    await again
    expect(list.head).toBe('two 0')
  })

  it('puts and removes single rows without moving the others', async () => {
    const list = await PagedList.from(book([rows('a', 'b', 'c')])).start()
    await settled(list)
    const version = list.version()
    list.put([{ id: 'b', value: 7 }])
    list.remove(new Set(['a']))
    // The first change is told at once, the second soon.
    expect(list.version()).toBe(version + 1)
    await vi.waitFor(() => expect(list.version()).toBe(version + 2))
    expect(ids(list)).toEqual(['b', 'c'])
    expect(list.slotOf('b')).toBe(1)
    expect(list.at(1)?.value).toBe(7)
    expect(list.nextSlot).toBe(3)
  })
})
