import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { vi } from 'vitest'
import { Selection } from '#src/lib/selection.ts'
import { type Column } from '#src/ui/list/columns.ts'
import { RowList } from '#src/ui/list/RowList.tsx'
import { English } from '../english.tsx'

type Row = { name: string }

type Setters = {
  rowIndexes?: (rowIndexes: Uint32Array<ArrayBuffer>) => void
  filterKey?: (filterKey: string) => void
}

const columns: Column[] = [
  { key: 'name', label: 'Name', track: '1fr', isSortable: true },
  { key: 'copy', label: '', track: '80px' },
]

const nameOf = (row: Row) => row.name
export const rowIndexesOf = (count: number) =>
  Uint32Array.from({ length: count }, (_, rowIndex) => rowIndex)

export function setUp(
  count: number,
  options: { total?: number | undefined; isCards?: boolean; takesFocus?: boolean } = {},
) {
  const selection = new Selection()
  const drawn = vi.fn<(name: string) => void>()
  const onOpen = vi.fn<(row: Row) => void>()
  const onSort = vi.fn<(by: string) => void>()
  const onRowKey = vi.fn<(key: string, row: Row) => boolean>(() => false)
  const set: Setters = {}
  const rows = Array.from({ length: count }, (_, rowIndex) => ({ name: `row ${rowIndex}` }))
  const rowAt = (rowIndex: number) => rows[rowIndex]

  function Cells({ row }: { row: Row }) {
    drawn(row.name)
    return (
      <>
        <div role="gridcell">{row.name}</div>
        <div role="gridcell">
          <button type="button" tabIndex={-1}>
            Copy <svg aria-hidden="true" data-testid={row.name} />
          </button>
        </div>
      </>
    )
  }
  function List() {
    const [rowIndexes, setRowIndexes] = useState(() => rowIndexesOf(count))
    const [filterKey, setFilter] = useState('')
    useEffect(() => {
      set.rowIndexes = setRowIndexes
      set.filterKey = setFilter
    }, [])
    return (
      <RowList
        label="Things"
        columns={columns}
        sort={{ by: 'name', direction: 'asc' }}
        onSort={onSort}
        rowIndexes={rowIndexes}
        rowsToCome={() => ({ since: count, wasThere: (rowIndex) => rowIndex < 2_000 })}
        total={'total' in options ? options.total : rowIndexes.length}
        rowAt={rowAt}
        nameOf={nameOf}
        cells={Cells}
        isCards={options.isCards ?? false}
        takesFocus={options.takesFocus ?? false}
        rowHeight={40}
        selection={selection}
        filterKey={filterKey}
        anchorKey={filterKey}
        onOpen={onOpen}
        onRowKey={onRowKey}
      />
    )
  }
  render(
    <>
      <button type="button">Before</button>
      <List />
      <button type="button">After</button>
    </>,
    { wrapper: English },
  )
  return {
    user: userEvent.setup(),
    selection,
    drawn,
    onOpen,
    onSort,
    onRowKey,
    show: (rowIndexes: number[]) => act(() => set.rowIndexes?.(Uint32Array.from(rowIndexes))),
    filterBy: (filterKey: string) => act(() => set.filterKey?.(filterKey)),
    selected: () => [...selection.among(rowIndexesOf(count), '')],
  }
}

export const row = (rowIndex: number) => screen.getByRole('row', { name: `row ${rowIndex}` })
export const cell = (rowIndex: number) => within(row(rowIndex)).getByText(`row ${rowIndex}`)
export const box = (rowIndex: number) => within(row(rowIndex)).getByRole('checkbox')
