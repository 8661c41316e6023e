import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { filterOptionsOf } from '#src/pages/trash/filters/filter-options.ts'
import { createTrashFilter } from '#src/pages/trash/filters/filter-sort.ts'
import { parseTrashUrl } from '#src/pages/trash/url.ts'

const now = 1_700_000_000_000
const day = 24 * 60 * 60_000

type Row = Pick<FileRow, 'name' | 'isFolder' | 'originFolder' | 'updatedAt' | 'collectedAt'>

const row = fc.record({
  name: fc.constantFrom('a.txt', 'b.png', 'c'),
  isFolder: fc.boolean(),
  originFolder: fc.constantFrom('svc://my', 'svc://my/Photos', 'svc://my/Photos/City', null),
  updatedAt: fc.integer({ min: 0, max: 40 }).map((step) => now - step * 60 - 7),
  collectedAt: fc.constantFrom(null, now + day, now + 3 * day, now + 9 * day),
})

/** How many items the filter by each folder shows; Photos only when that is more than its subfolder has. */
function originsOf(rows: readonly Row[]): Map<string, number> {
  const shownBy = (origin: string) =>
    rows.filter((each) =>
      createTrashFilter(
        { ...parseTrashUrl(new URLSearchParams()), origin },
        '',
        now,
      )(each as FileRow),
    ).length
  const [root, photos, city] = ['svc://my', 'svc://my/Photos', 'svc://my/Photos/City'].map(
    (folder) => [folder, shownBy(folder)] as const,
  )
  return new Map(
    [root, photos, city].flatMap((each) =>
      each && each[1] > 0 && !(each === photos && photos[1] === city?.[1]) ? [each] : [],
    ),
  )
}

/** What is counted when every row is read again. */
function countAgain(rows: readonly Row[]) {
  const tally = <T>(values: readonly T[]) => {
    const counts = new Map<T, number>()
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
    return counts
  }
  const times = rows.map(({ updatedAt }) => updatedAt).toSorted((a, b) => a - b)
  const groups: { from: number; to: number; count: number }[] = []
  for (const [at, time] of times.entries()) {
    const last = groups.at(-1)
    if (last && time - (times[at - 1] ?? 0) <= 100) {
      last.to = time
      last.count++
    } else groups.push({ from: time, to: time, count: 1 })
  }
  return {
    soon: rows.filter(({ collectedAt }) => collectedAt !== null && collectedAt - now <= 3 * day)
      .length,
    kinds: tally(rows.map(({ name, isFolder }) => kindOfName(name, isFolder))),
    origins: originsOf(rows),
    groups: groups.filter(({ count }) => count > 1 && count < rows.length).reverse(),
  }
}

it('T2 counts kinds, folders and deletions as reading every row again does, whatever came, changed or left', () => {
  const steps = fc.array(
    fc.array(fc.record({ rowIndex: fc.nat(12), row: fc.option(row, { nil: undefined }) })),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(steps, (all) => {
      const rows: (Row | undefined)[] = Array.from({ length: 13 })
      const stamps = new Uint32Array(13)
      let [version, writes] = [0, 0]
      const list = {
        at: (rowIndex: number) => rows[rowIndex],
        stamps,
        version: () => version,
        get order() {
          return Uint32Array.from(rows.keys()).filter((rowIndex) => stamps[rowIndex])
        },
        get size() {
          return this.order.length
        },
      }
      for (const step of all) {
        version++
        for (const { rowIndex, row: next } of step) {
          rows[rowIndex] = next
          stamps[rowIndex] = next ? ++writes : 0
        }
        const shown = filterOptionsOf(list as unknown as PagedList<FileRow>, now)
        const wanted = countAgain(rows.flatMap((each) => each ?? []))
        expect(shown.soon).toBe(wanted.soon)
        expect(shown.kinds).toEqual(wanted.kinds)
        expect(new Map(shown.origins.map(({ folder, count }) => [folder, count]))).toEqual(
          wanted.origins,
        )
        const counts = shown.origins.map(({ count }) => count)
        expect(counts).toEqual(counts.toSorted((a, b) => b - a))
        expect(shown.groups).toEqual(wanted.groups)
      }
    }),
  )
})
