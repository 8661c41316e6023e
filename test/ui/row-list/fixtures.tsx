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
  slots?: (slots: Uint32Array<ArrayBuffer>) => void
  filter?: (filter: string) => void
}

const columns: Column[] = [
  { key: 'name', label: 'Name', track: '1fr', isSortable: true },
  { key: 'copy', label: '', track: '80px' },
]

const nameOf = (row: Row) => row.name
export const slotsOf = (count: number) => Uint32Array.from({ length: count }, (_, slot) => slot)

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
  const rows = Array.from({ length: count }, (_, slot) => ({ name: `row ${slot}` }))
  const rowAt = (slot: number) => rows[slot]

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
    const [slots, setSlots] = useState(() => slotsOf(count))
    const [filter, setFilter] = useState('')
    useEffect(() => {
      set.slots = setSlots
      set.filter = setFilter
    }, [])
    return (
      <RowList
        label="Things"
        columns={columns}
        sort={{ by: 'name', direction: 'asc' }}
        onSort={onSort}
        slots={slots}
        rowsToCome={() => ({ since: count, wasThere: (slot) => slot < 2_000 })}
        total={'total' in options ? options.total : slots.length}
        rowAt={rowAt}
        nameOf={nameOf}
        cells={Cells}
        isCards={options.isCards ?? false}
        takesFocus={options.takesFocus ?? false}
        rowHeight={40}
        selection={selection}
        filter={filter}
        anchorKey={filter}
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
    show: (slots: number[]) => act(() => set.slots?.(Uint32Array.from(slots))),
    filterBy: (filter: string) => act(() => set.filter?.(filter)),
    picked: () => [...selection.among(slotsOf(count), '')],
  }
}

export const row = (slot: number) => screen.getByRole('row', { name: `row ${slot}` })
export const cell = (slot: number) => within(row(slot)).getByText(`row ${slot}`)
export const box = (slot: number) => within(row(slot)).getByRole('checkbox')
