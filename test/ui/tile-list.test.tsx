import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { layOutTiles, type TileSpec } from '#src/lib/geometry/tiles.ts'
import { Selection } from '#src/lib/selection.ts'
import { UniformTileList } from '#src/ui/list/tiles/UniformTileList.tsx'
import { English } from './english.tsx'
import { rowIndexesOf } from './row-list/fixtures.tsx'

type Row = { name: string }

const nameOf = (row: Row) => row.name
const sortKeys = [{ key: 'name', label: 'Name' }]
/** Six beside each other in the window of these tests, three rows of them to a page. */
const spec: TileSpec = { width: 180, gap: 12, edge: 24, ratio: 3 / 4, caption: 40, elements: 12 }

function setUp(count: number, { spec: given = spec, isCards = false } = {}) {
  const selection = new Selection()
  const drawn = vi.fn<(name: string) => void>()
  const onOpen = vi.fn<(row: Row) => void>()
  const onSort = vi.fn<(by: string) => void>()
  const set: {
    rowIndexes?: (rowIndexes: Uint32Array<ArrayBuffer>) => void
    spec?: (spec: TileSpec) => void
  } = {}
  const rows = Array.from({ length: count }, (_, rowIndex) => ({ name: `tile ${rowIndex}` }))
  function Content({ row }: { row: Row }) {
    drawn(row.name)
    return <span>{row.name}</span>
  }
  function List() {
    const [rowIndexes, setRowIndexes] = useState(() => rowIndexesOf(count))
    const [spec, setSpec] = useState(given)
    useEffect(() => {
      set.rowIndexes = setRowIndexes
      set.spec = setSpec
    }, [])
    return (
      <UniformTileList
        label="Things"
        sortKeys={sortKeys}
        sort={{ by: 'name', direction: 'asc' }}
        onSort={onSort}
        rowIndexes={rowIndexes}
        rowsToCome={() => undefined}
        total={rowIndexes.length}
        rowAt={(rowIndex) => rows[rowIndex]}
        nameOf={nameOf}
        spec={spec}
        content={Content}
        isCards={isCards}
        selection={selection}
        filterKey=""
        anchorKey=""
        onOpen={onOpen}
      />
    )
  }
  render(<List />, { wrapper: English })
  return {
    user: userEvent.setup(),
    selection,
    drawn,
    onOpen,
    onSort,
    resize: (width: number) => act(() => set.spec?.({ ...given, width })),
    show: (rowIndexes: number[]) => act(() => set.rowIndexes?.(Uint32Array.from(rowIndexes))),
    selected: () => [...selection.among(rowIndexesOf(count), '')],
  }
}

const tile = (rowIndex: number) => screen.getByRole('row', { name: `tile ${rowIndex}` })
const box = (rowIndex: number) => within(tile(rowIndex)).getByRole('checkbox')

describe('F1 going through tiles with the keyboard', () => {
  function entered(count = 60) {
    const list = setUp(count)
    act(() => tile(0).focus())
    return list
  }

  it('arrows go to the sides and straight up and down', async () => {
    const { user, selected } = entered()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(tile(2)).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(tile(8)).toHaveFocus()
    expect(selected()).toEqual([8])
    await user.keyboard('{ArrowLeft}{ArrowUp}')
    expect(tile(1)).toHaveFocus()
    await user.keyboard('{ArrowUp}')
    expect(tile(1)).toHaveFocus()
  })

  it('down from the last row but one ends on the last tile where the last row is shorter', async () => {
    const { user } = entered(9)
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowDown}')
    expect(tile(8)).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(tile(8)).toHaveFocus()
  })

  it('Home, End and the page keys move as far as they say', async () => {
    const { user } = entered(200)
    await user.keyboard('{End}')
    expect(tile(199)).toHaveFocus()
    await user.keyboard('{Home}{ArrowRight}{PageDown}')
    expect(tile(19)).toHaveFocus()
    await user.keyboard('{PageUp}')
    expect(tile(1)).toHaveFocus()
  })

  it('Shift and arrows grow and shrink from the anchor, Space picks, Ctrl+A picks all', async () => {
    const { user, selected, selection } = entered()
    await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}')
    expect(selected()).toEqual([1, 2, 3, 4, 5, 6, 7])
    await user.keyboard('{Shift>}{ArrowUp}{ArrowLeft}{/Shift}')
    expect(selected()).toEqual([0, 1])
    await user.keyboard('{Control>}{ArrowDown}{/Control} ')
    expect(selected()).toEqual([0, 1, 6])
    await user.keyboard('{Control>}a{/Control}')
    expect(selection.count(rowIndexesOf(60), '')).toBe(60)
  })

  it('Enter opens', async () => {
    const { user, onOpen } = entered()
    await user.keyboard('{ArrowRight}{Enter}')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ name: 'tile 1' })
  })

  it('focus survives when its tile goes, moves or is scrolled away', async () => {
    const { user, show } = entered(1_000)
    await user.keyboard('{ArrowRight}{ArrowRight}')
    show([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    expect(tile(2)).toHaveFocus()
    show([9, 8, 7, 6, 5, 4, 3, 1, 0])
    expect(tile(1)).toHaveFocus()
    show([...rowIndexesOf(1_000)])
    const grid = screen.getByRole('grid')
    grid.scrollTop = 15_000
    fireEvent.scroll(grid)
    expect(tile(1)).toHaveFocus()
    expect(screen.queryByRole('row', { name: 'tile 2' })).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect(tile(7)).toHaveFocus()
    expect(grid.scrollTop).toBeLessThan(400)
  })
})

describe('G10 picking tiles with the mouse', () => {
  it('a click picks one alone, its checkbox one more, Shift all between', async () => {
    const { user, selected } = setUp(20)
    await user.click(within(tile(2)).getByText('tile 2'))
    await user.click(box(5))
    expect(selected()).toEqual([2, 5])
    expect(box(5)).toBeChecked()
    await user.keyboard('{Shift>}')
    await user.click(within(tile(8)).getByText('tile 8'))
    await user.keyboard('{/Shift}')
    expect(selected()).toEqual([5, 6, 7, 8])
  })

  it('a double click opens, and on narrow screens one tap does', async () => {
    const { user, onOpen } = setUp(3)
    await user.dblClick(within(tile(1)).getByText('tile 1'))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ name: 'tile 1' })
  })

  it('the head picks all and sorts', async () => {
    const { user, selected, onSort } = setUp(4)
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    expect(selected()).toEqual([0, 1, 2, 3])
    await user.click(screen.getByRole('button', { name: 'Name' }))
    expect(onSort).toHaveBeenCalledExactlyOnceWith('name')
  })
})

describe('P6 tiles of 100,000', () => {
  it('draws only what is near, wherever it is scrolled to', () => {
    const { drawn } = setUp(100_000)
    expect(document.querySelectorAll('*').length).toBeLessThan(1_200)
    expect(drawn.mock.calls.length).toBeLessThan(100)
    const grid = screen.getByRole('grid')
    grid.scrollTop = 1_000_000
    fireEvent.scroll(grid)
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
    expect(grid).toHaveAttribute('aria-rowcount', '100001')
    const [first] = screen.getAllByRole('row').slice(2)
    expect(Number(first?.getAttribute('aria-rowindex'))).toBeGreaterThan(20_000)
  })

  it('draws no more than three anew when one is picked', async () => {
    const { user, drawn } = setUp(100_000)
    await user.click(within(tile(3)).getByText('tile 3'))
    drawn.mockClear()
    await user.click(box(5))
    expect(drawn.mock.calls.length).toBeLessThanOrEqual(3)
  })

  it.each([
    [50, 1440, 900],
    [50, 2560, 1440],
    [116, 1920, 1080],
    [220, 1440, 900],
    [500, 3840, 2160],
  ])('tiles %i px wide on a screen of %i × %i stay within the bar', (width, screenX, screenY) => {
    const elements = width < 116 ? 5 : 12
    const size = { width: screenX - 232, height: screenY - 88 }
    const grid = layOutTiles({ ...spec, width, elements }, size, {
      count: 100_000,
      compact: 0,
      pinnedCount: 0,
    })
    const rows = Math.ceil(size.height / grid.stepY) + 1 + 2 * grid.overscan
    expect(rows * grid.lanes * elements).toBeLessThanOrEqual(950)
    expect(grid.overscan).toBeLessThanOrEqual(4)
    // Every row is full and as wide as the list.
    expect(grid.lanes * grid.stepX - 12).toBeCloseTo(size.width - 48)
  })
})

describe('V2 tiles that become larger', () => {
  it('move without being drawn anew', () => {
    const { drawn, resize } = setUp(60)
    const first = tile(0)
    const before = first.style.inlineSize
    drawn.mockClear()
    resize(300)
    expect(tile(0)).toBe(first)
    expect(first.style.inlineSize).not.toBe(before)
    expect(drawn).not.toHaveBeenCalled()
  })
})
