import { expect, vi } from 'vitest'
import type { PageSource } from '#src/lists/loading/page-loader.ts'
import { PagedList } from '#src/lists/paged-list.ts'

export type Row = { id: string; value: number }

export const ids = (list: PagedList<Row>) =>
  [...list.order].map((rowIndex) => list.at(rowIndex)?.id)
export const settled = (list: PagedList<{ id: string }>) =>
  vi.waitFor(() => expect(list.loadState.at).not.toBe('loading'), {
    timeout: 5_000,
    interval: 5,
  })
export const rows = (...names: string[]): Row[] => names.map((id) => ({ id, value: 0 }))

/** Pages by number; `undefined` as param is page 0. */
export function book(pages: readonly (readonly Row[])[]): PageSource<Row, number> {
  return async (param = 0) => ({
    rows: pages[param] ?? [],
    next: param + 1 < pages.length ? param + 1 : undefined,
  })
}
