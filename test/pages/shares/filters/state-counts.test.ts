import { expect, it, vi } from 'vitest'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { countLinkStates } from '#src/pages/shares/filters/link-filter.ts'

const hourMs = 3_600_000
const now = Date.UTC(2026, 5, 1, 12)
const link = (row: Partial<LinkRow>) =>
  ({ isExpired: false, expires: null, remaining: null, ...row }) as LinkRow

/** Links by row index, and how often one was read. */
function listOf(...rows: LinkRow[]) {
  const at = vi.fn((rowIndex: number) => rows[rowIndex])
  return { list: { at }, rowIndexes: Uint32Array.from(rows.keys()), at }
}

it('P3 links are counted by state once, however often the page is rendered', () => {
  const { list, rowIndexes, at } = listOf(
    link({ visited: 0, downloaded: 0 }),
    link({ expires: now + hourMs }),
    link({ expires: 1 }),
  )
  const counts = countLinkStates(list, rowIndexes, now)
  expect(counts).toEqual({ all: 3, live: 2, expiring: 1, dead: 1 })
  at.mockClear()
  expect(countLinkStates(list, rowIndexes, now)).toBe(counts)
  expect(at).not.toHaveBeenCalled()
})

it('S1 links are counted again when time has passed', () => {
  const { list, rowIndexes } = listOf(link({ expires: now + hourMs }))
  expect(countLinkStates(list, rowIndexes, now)).toMatchObject({ live: 1, dead: 0 })
  expect(countLinkStates(list, rowIndexes, now + 2 * hourMs)).toMatchObject({ live: 0, dead: 1 })
})

it('S1 other links are counted apart', () => {
  const { list, rowIndexes } = listOf(link({}), link({ expires: 1 }))
  expect(countLinkStates(list, rowIndexes, now).all).toBe(2)
  expect(countLinkStates(list, rowIndexes.slice(1), now)).toMatchObject({ all: 1, dead: 1 })
})
