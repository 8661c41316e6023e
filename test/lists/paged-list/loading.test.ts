import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { retryDelay } from '#src/api/transient-errors.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { EndlessListError } from '#src/lists/loading/page-loader.ts'
import type { PageSource } from '#src/lists/loading/page-loader.ts'
import { PagedList } from '#src/lists/paged-list.ts'
import { type Row, ids, settled, rows, book } from './fixtures.ts'

const unavailable = () => new TransportError('http', { status: 503, retryAfter: 1 })
const offline = () => new TransportError('network')

afterEach(() => {
  vi.useRealTimers()
})

describe('loading a long list', () => {
  it('rule 9.2 delivers every row once, in order, whatever comes twice', async () => {
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
        expect(expected.map((id) => list.rowIndexOfId(id))).toEqual([...list.order])
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

  it('stops where the service names the same page twice, and can go on from there', async () => {
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
    await vi.waitFor(() => expect(asked).toBe(2), { timeout: 15_000 })
    vi.useFakeTimers()
    list.close()
    go()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(2)
    expect(ids(list)).toEqual(['0'])
  })

  it('closing ends a pause between two tries too', async () => {
    vi.useFakeTimers()
    let asked = 0
    const list = await PagedList.from<Row, number>(async (param) => {
      asked++
      if (param === undefined) return { rows: rows('a'), next: 1 }
      throw new TransportError('http', { status: 503, retryAfter: 30_000 })
    }).start()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toBe(2)
    list.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(2)
  })
})
