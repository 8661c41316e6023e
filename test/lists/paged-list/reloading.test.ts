import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#src/contract/errors.ts'
import type { PageSource } from '#src/lists/loading/page-loader.ts'
import { PagedList } from '#src/lists/paged-list.ts'
import { type Row, ids, settled, rows, book } from './fixtures.ts'

describe('reloading it', () => {
  it('puts rows in their new order, takes in new ones and drops those that are gone', async () => {
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
        const slotBefore = new Map(one.map((name) => [name, list.rowIndexOfId(name)]))
        ;[names, value] = [two, 2]
        await list.reload()
        expect(list.loadState.at).toBe('complete')
        expect(ids(list)).toEqual(two)
        for (const rowIndex of list.order) expect(list.at(rowIndex)?.value).toBe(2)
        for (const name of one) {
          const kept = two.includes(name)
          expect(list.rowIndexOfId(name)).toBe(kept ? slotBefore.get(name) : undefined)
        }
        for (const name of two.filter((name) => !one.includes(name)))
          expect(list.rowIndexOfId(name)).toBeGreaterThanOrEqual(one.length)
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

  it('is due after a load in the middle of which the list became out of date, until it is loaded again', async () => {
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => (goOn = resolve))
    const list = await PagedList.from<Row, number>(async (param = 0) => {
      if (param === 1) await gate
      return { rows: rows(`${param}`), next: param === 0 ? 1 : undefined }
    }).start()
    expect(list.loadState.at).toBe('loading')
    list.markStale()
    goOn()
    await settled(list)
    expect(list.loadState).toEqual({ at: 'complete', since: 0 })
    await list.reload()
    expect(list.loadState).not.toEqual({ at: 'complete', since: 0 })
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
    await vi.waitFor(() => expect(gates).toHaveLength(1), { timeout: 15_000 })
    list.put([
      { id: 'new', value: 5 },
      { id: 'd', value: 6 },
    ])
    list.remove(new Set(['a', 'c']))
    gates[0]?.()
    await vi.waitFor(() => expect(gates).toHaveLength(2), { timeout: 15_000 })
    gates[1]?.()
    await done
    expect(list.loadState.at).toBe('complete')
    expect(new Set(ids(list))).toEqual(new Set(['new', 'b', 'd']))
    expect(list.at(list.rowIndexOfId('d') ?? -1)?.value).toBe(6)
    isHeld = false
    await list.reload()
    expect(ids(list)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('keeps what was replaced while it goes on only where it meets the row', async () => {
    let items = rows('a', 'b', 'c')
    let release = () => {}
    let isHeld = false
    const list = await PagedList.from<Row, number>(async () => {
      const read = { rows: items, next: undefined }
      if (isHeld) await new Promise<void>((resolve) => (release = resolve))
      return read
    }).start()
    await settled(list)
    isHeld = true
    items = rows('a', 'c')
    const done = list.reload()
    list.replace([
      { id: 'b', value: 7 },
      { id: 'c', value: 8 },
    ])
    await vi.waitFor(() => (release(), expect(list.loadState.at).toBe('complete')))
    await done
    expect(ids(list)).toEqual(['a', 'c'])
    expect(list.at(list.rowIndexOfId('c') ?? -1)?.value).toBe(8)
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
    // Both are told at once: a message about them must not come before the rows change.
    expect(list.version()).toBe(version + 2)
    expect(ids(list)).toEqual(['b', 'c'])
    expect(list.rowIndexOfId('b')).toBe(1)
    expect(list.at(1)?.value).toBe(7)
    expect(list.nextRowIndex).toBe(3)
  })
})
