import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PagedList } from '#src/lists/paged-list.ts'
import { useSortedFilteredRows } from '#src/lists/sorting/use-sorted-filtered-rows.ts'

const rowCount = 150_000
const allRows = Array.from({ length: rowCount }, (_, index) => ({ id: `${index}` }))

/** A list of 150,000 rows, filtered by the end of their ids. `tested` counts the rows that were tested. */
async function filteredList() {
  const list = await PagedList.from(async () => ({ rows: allRows, next: undefined })).start()
  const counts = { tested: 0 }
  const shown = renderHook(
    ({ ending }) =>
      useSortedFilteredRows(list, {
        sortKey: '',
        compare: null,
        filterKey: ending,
        search: '',
        matches: ({ id }) => {
          counts.tested++
          return id.endsWith(ending)
        },
      }).rowIndexes,
    { initialProps: { ending: '' } },
  )
  const hasRow = (wanted: string) =>
    shown.result.current.some((rowIndex) => list.at(rowIndex)?.id === wanted)
  return { list, counts, shown, hasRow }
}

it('P11 tests a long list in several tasks, and shows the rows of the last filter until all are tested', async () => {
  const { counts, shown, hasRow } = await filteredList()
  const before = shown.result.current
  expect(before).toHaveLength(rowCount)

  counts.tested = 0
  shown.rerender({ ending: '99' })
  expect(counts.tested).toBeLessThan(rowCount / 2)
  // The same array, so that nothing that is computed of all rows is computed again.
  expect(shown.result.current === before).toBe(true)

  await waitFor(() => expect(shown.result.current).toHaveLength(rowCount / 100))
  expect(counts.tested).toBe(rowCount)
  expect(hasRow('99')).toBe(true)
})

it('P11 goes on with another filter that was asked for meanwhile', async () => {
  const { counts, shown, hasRow } = await filteredList()
  counts.tested = 0
  shown.rerender({ ending: '99' })
  expect(counts.tested).toBeLessThan(rowCount / 2)
  shown.rerender({ ending: '777' })
  await waitFor(() => expect(shown.result.current).toHaveLength(rowCount / 1000))
  expect(hasRow('777')).toBe(true)
})

it('P11 what comes while a long list is tested is found, and what is removed is gone at once', async () => {
  const { list, shown, hasRow } = await filteredList()
  shown.rerender({ ending: '99' })
  act(() => list.remove(new Set(['99'])))
  expect(shown.result.current).toHaveLength(rowCount - 1)
  expect(hasRow('99')).toBe(false)

  act(() => list.put([{ id: 'added-99' }]))
  await waitFor(() => expect(shown.result.current).toHaveLength(rowCount / 100))
  expect(hasRow('added-99')).toBe(true)
})
