import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Selection } from '#src/lib/selection.ts'
import { type Column } from '#src/ui/list/columns.ts'
import { RowList } from '#src/ui/list/RowList.tsx'

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
const slotsOf = (count: number) => Uint32Array.from({ length: count }, (_, slot) => slot)

function setUp(count: number, options: { total?: number | undefined; isCards?: boolean } = {}) {
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
        nextSlot={count}
        total={'total' in options ? options.total : slots.length}
        rowAt={rowAt}
        nameOf={nameOf}
        cells={Cells}
        isCards={options.isCards ?? false}
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

const row = (slot: number) => screen.getByRole('row', { name: `row ${slot}` })
const cell = (slot: number) => within(row(slot)).getByText(`row ${slot}`)
const box = (slot: number) => within(row(slot)).getByRole('checkbox')
const all = () => screen.getByRole('checkbox', { name: 'Select all' })

describe('G10 picking with the mouse', () => {
  it('a click picks one row alone, with Ctrl one more, and Ctrl again takes it out', async () => {
    const { user, picked } = setUp(10)
    await user.click(cell(2))
    await user.click(cell(4))
    expect(picked()).toEqual([4])
    await user.keyboard('{Control>}')
    await user.click(cell(6))
    await user.click(cell(4))
    await user.keyboard('{/Control}')
    expect(picked()).toEqual([6])
    expect(row(6)).toHaveAttribute('aria-selected', 'true')
    expect(row(4)).toHaveAttribute('aria-selected', 'false')
  })

  it('Shift picks from a fixed anchor, however often', async () => {
    const { user, picked } = setUp(10)
    await user.click(cell(4))
    await user.keyboard('{Shift>}')
    await user.click(cell(6))
    expect(picked()).toEqual([4, 5, 6])
    await user.click(cell(2))
    expect(picked()).toEqual([2, 3, 4])
    await user.click(cell(5))
    expect(picked()).toEqual([4, 5])
    await user.keyboard('{/Shift}')
  })

  it('Ctrl and Shift add a range to what is picked', async () => {
    const { user, picked } = setUp(10)
    await user.click(cell(0))
    await user.keyboard('{Control>}')
    await user.click(cell(3))
    await user.keyboard('{Shift>}')
    await user.click(cell(5))
    await user.keyboard('{/Shift}{/Control}')
    expect(picked()).toEqual([0, 3, 4, 5])
  })

  it('a checkbox adds its row, and with Shift the range up to it', async () => {
    const { user, picked } = setUp(10)
    await user.click(box(1))
    await user.click(box(7))
    expect(picked()).toEqual([1, 7])
    expect(box(7)).toBeChecked()
    await user.click(box(7))
    expect(picked()).toEqual([1])
    expect(box(7)).not.toBeChecked()
    await user.keyboard('{Shift>}')
    await user.click(box(9))
    await user.keyboard('{/Shift}')
    expect(picked()).toEqual([7, 8, 9])
  })

  it('the anchor is forgotten with another filter, and kept when rows arrive or move', async () => {
    const { user, picked, show, filterBy } = setUp(10)
    show([0, 1, 2, 3, 4])
    await user.click(cell(1))
    show([5, 0, 1, 2, 3, 4])
    await user.keyboard('{Shift>}')
    await user.click(cell(3))
    expect(picked()).toEqual([1, 2, 3])
    filterBy('other')
    await user.click(cell(4))
    expect(picked()).toEqual([3, 4])
    await user.click(cell(2))
    await user.keyboard('{/Shift}')
    expect(picked()).toEqual([2, 3])
  })

  it('Shift without an anchor picks from the row that had focus, else from the first', async () => {
    const { user, picked } = setUp(10)
    await user.keyboard('{Shift>}')
    await user.click(cell(3))
    expect(picked()).toEqual([0, 1, 2, 3])
    await user.keyboard('{/Shift}{Control>}{ArrowDown}{ArrowDown}{/Control}')
    expect(row(5)).toHaveFocus()
  })

  it('Shift picks from the row that the keyboard came to', async () => {
    const { user, picked } = setUp(10)
    act(() => row(2).focus())
    await user.keyboard('{Shift>}')
    await user.click(cell(4))
    await user.keyboard('{/Shift}')
    expect(picked()).toEqual([2, 3, 4])
  })

  it('a button in a row does not touch the selection', async () => {
    const { user, picked } = setUp(10)
    await user.click(cell(1))
    await user.click(within(row(3)).getByRole('button', { name: 'Copy' }))
    await user.click(screen.getByTestId('row 3'))
    expect(picked()).toEqual([1])
  })

  it('a double click opens, and on a card one click does', async () => {
    const { user, onOpen } = setUp(3)
    await user.dblClick(cell(1))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ name: 'row 1' })
  })

  it('on a card a click opens and the checkbox picks', async () => {
    const { user, onOpen, picked } = setUp(3, { isCards: true })
    await user.click(cell(1))
    expect(onOpen).toHaveBeenCalledOnce()
    expect(picked()).toEqual([])
    await user.click(box(2))
    expect(picked()).toEqual([2])
    expect(onOpen).toHaveBeenCalledOnce()
  })

  it('the box in the head is empty, mixed or full', async () => {
    const { user, picked } = setUp(4)
    expect(all()).not.toBeChecked()
    expect(all()).not.toBePartiallyChecked()
    await user.click(cell(1))
    expect(all()).toBePartiallyChecked()
    await user.click(all())
    expect(picked()).toEqual([0, 1, 2, 3])
    expect(all()).toBeChecked()
    await user.click(all())
    expect(picked()).toEqual([])
  })
})

describe('G10 picking with the keyboard', () => {
  async function entered(count = 60) {
    const list = setUp(count)
    await list.user.click(screen.getByRole('button', { name: 'Before' }))
    // The head's checkbox and its sort button come first.
    await list.user.tab()
    await list.user.tab()
    await list.user.tab()
    return list
  }

  it('the list is one tab stop behind its head', async () => {
    const { user } = await entered()
    expect(row(0)).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(row(2)).toHaveFocus()
    await user.tab()
    expect(screen.getByRole('button', { name: 'After' })).toHaveFocus()
    await user.tab({ shift: true })
    expect(row(2)).toHaveFocus()
    expect(screen.getAllByRole('row').filter((one) => one.tabIndex === 0)).toEqual([row(2)])
  })

  it('arrows pick the row they come to; with Ctrl they only move; Space picks and clears', async () => {
    const { user, picked } = await entered()
    await user.keyboard('{ArrowDown}')
    expect(picked()).toEqual([1])
    await user.keyboard('{Control>}{ArrowDown}{ArrowDown}{/Control}')
    expect(row(3)).toHaveFocus()
    expect(picked()).toEqual([1])
    await user.keyboard(' ')
    expect(picked()).toEqual([1, 3])
    await user.keyboard(' ')
    expect(picked()).toEqual([1])
  })

  it('Shift and arrows grow and shrink from the anchor', async () => {
    const { user, picked } = await entered()
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(picked()).toEqual([2, 3, 4])
    await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}')
    expect(picked()).toEqual([1, 2])
    await user.keyboard('{Shift>}{Home}{/Shift}')
    expect(picked()).toEqual([0, 1, 2])
  })

  it('Ctrl+A picks all that match, also those that come later', async () => {
    const { user, selection } = await entered()
    await user.keyboard('{Control>}a{/Control}')
    expect(selection.count(slotsOf(60), '')).toBe(60)
    expect(selection.has(1_000, '')).toBe(true)
  })

  it('Home, End and the page keys move as far as they say', async () => {
    const { user } = await entered()
    await user.keyboard('{End}')
    expect(row(59)).toHaveFocus()
    await user.keyboard('{PageUp}')
    expect(row(42)).toHaveFocus()
    await user.keyboard('{Home}')
    expect(row(0)).toHaveFocus()
    await user.keyboard('{PageDown}')
    expect(row(17)).toHaveFocus()
  })

  it('ArrowRight goes into the row and ArrowLeft comes back', async () => {
    const { user } = await entered()
    await user.keyboard('{ArrowRight}')
    expect(box(0)).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(within(row(0)).getByRole('button', { name: 'Copy' })).toHaveFocus()
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(row(0)).toHaveFocus()
  })

  it('Enter opens, and a letter goes to whom it concerns', async () => {
    const { user, onOpen, onRowKey } = await entered()
    await user.keyboard('{ArrowDown}{Enter}c')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ name: 'row 1' })
    expect(onRowKey).toHaveBeenCalledWith('c', { name: 'row 1' })
  })

  it('Space on the checkbox inside picks the row', async () => {
    const { user, picked } = await entered()
    await user.keyboard('{ArrowRight} ')
    expect(picked()).toEqual([0])
  })

  it('focus survives when its row goes, and follows it when the order changes', async () => {
    const { user, show } = await entered(5)
    await user.keyboard('{ArrowDown}{ArrowDown}')
    show([4, 3, 2, 1, 0])
    expect(row(2)).toHaveFocus()
    show([4, 3, 1, 0])
    expect(row(1)).toHaveFocus()
    show([4, 3])
    expect(row(3)).toHaveFocus()
  })

  it('focus goes to the next row that is left when many leave at once, else to the one before', async () => {
    const { user, show } = await entered(8)
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(row(4)).toHaveFocus()
    show([0, 1, 6, 7])
    expect(row(6)).toHaveFocus()
    show([0, 1])
    expect(row(1)).toHaveFocus()
  })

  it('rows that are sorted in around the one with focus move, that one does not', async () => {
    const { user, show } = await entered(1_000)
    show([500, 501, 502, 503, 504])
    await user.keyboard('{ArrowDown}')
    expect(row(501)).toHaveFocus()
    const grid = screen.getByRole('grid')
    grid.scrollTop = 10
    show(Array.from({ length: 1_000 }, (_, slot) => slot))
    expect(row(501)).toHaveFocus()
    expect(grid.scrollTop).toBe(10 + 500 * 40)
  })

  it('focus stays with its row when it is scrolled away', async () => {
    const { user } = await entered(1_000)
    await user.keyboard('{ArrowDown}')
    const grid = screen.getByRole('grid')
    grid.scrollTop = 20_000
    fireEvent.scroll(grid)
    expect(row(1)).toHaveFocus()
    expect(row(500)).toBeInTheDocument()
    await user.keyboard('{ArrowDown}')
    expect(row(2)).toHaveFocus()
    expect(grid.scrollTop).toBeLessThanOrEqual(80)
  })
})

describe('a list of 100,000', () => {
  it('draws only what is seen', () => {
    const { drawn } = setUp(100_000)
    expect(screen.getAllByRole('row').length).toBeLessThan(45)
    expect(drawn.mock.calls.length).toBeLessThan(100)
    const grid = screen.getByRole('grid')
    grid.scrollTop = 2_000_000
    fireEvent.scroll(grid)
    expect(row(50_000)).toBeInTheDocument()
    expect(screen.getAllByRole('row').length).toBeLessThan(45)
  })

  it('P5 draws no more than three rows anew when one is picked', async () => {
    const { user, drawn } = setUp(100_000)
    await user.click(cell(3))
    drawn.mockClear()
    await user.click(box(5))
    expect(box(5)).toBeChecked()
    expect(drawn.mock.calls.length).toBeGreaterThan(0)
    expect(drawn.mock.calls.length).toBeLessThanOrEqual(3)
  })
})

describe('what assistive technology is told', () => {
  it('each row knows its place and the list how many there are', () => {
    setUp(30)
    expect(screen.getByRole('grid', { name: 'Things' })).toHaveAttribute('aria-rowcount', '31')
    expect(row(0)).toHaveAttribute('aria-rowindex', '2')
    expect(row(9)).toHaveAttribute('aria-rowindex', '11')
  })

  it('the number is not claimed while it is unknown', () => {
    setUp(30, { total: undefined })
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '-1')
  })

  it('the head says by which column it is sorted, and sorts by it', async () => {
    const { user, onSort } = setUp(3)
    const name = screen.getByRole('columnheader', { name: 'Name' })
    expect(name).toHaveAttribute('aria-sort', 'ascending')
    await user.click(within(name).getByRole('button'))
    expect(onSort).toHaveBeenCalledExactlyOnceWith('name')
  })
})
