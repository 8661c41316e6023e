import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { rowIndexesOf, setUp, row, box } from './fixtures.tsx'

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
    const { user, selected } = await entered()
    await user.keyboard('{ArrowDown}')
    expect(selected()).toEqual([1])
    await user.keyboard('{Control>}{ArrowDown}{ArrowDown}{/Control}')
    expect(row(3)).toHaveFocus()
    expect(selected()).toEqual([1])
    await user.keyboard(' ')
    expect(selected()).toEqual([1, 3])
    await user.keyboard(' ')
    expect(selected()).toEqual([1])
  })

  it('Shift and arrows grow and shrink from the anchor', async () => {
    const { user, selected } = await entered()
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(selected()).toEqual([2, 3, 4])
    await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}')
    expect(selected()).toEqual([1, 2])
    await user.keyboard('{Shift>}{Home}{/Shift}')
    expect(selected()).toEqual([0, 1, 2])
  })

  it('Ctrl+A picks all that match, also what was there and is loaded later', async () => {
    const { user, selection } = await entered()
    await user.keyboard('{Control>}a{/Control}')
    expect(selection.count(rowIndexesOf(60), '')).toBe(60)
    expect(selection.has(1_000, '')).toBe(true)
    expect(selection.has(2_000, '')).toBe(false)
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

  it('Enter opens, and other keys are passed on with their row', async () => {
    const { user, onOpen, onRowKey } = await entered()
    await user.keyboard('{ArrowDown}{Enter}c')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ name: 'row 1' })
    expect(onRowKey).toHaveBeenCalledWith('c', { name: 'row 1' })
  })

  it('Space on the checkbox inside picks the row', async () => {
    const { user, selected } = await entered()
    await user.keyboard('{ArrowRight} ')
    expect(selected()).toEqual([0])
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
    show(Array.from({ length: 1_000 }, (_, rowIndex) => rowIndex))
    expect(row(501)).toHaveFocus()
    expect(grid.scrollTop).toBe(10 + 500 * 40)
  })

  it('a list that took focus by itself stays at its first row, until somebody has been in it', async () => {
    const { user, show } = setUp(1_000, { takesFocus: true })
    expect(row(0)).toHaveFocus()
    const grid = screen.getByRole('grid')
    show([500, 501, 502])
    expect(row(500)).toHaveFocus()
    // The row is near enough to be still drawn.
    show([498, 499, 500, 501, 502])
    expect(row(498)).toHaveFocus()
    show(Array.from({ length: 1_000 }, (_, rowIndex) => rowIndex))
    expect(row(0)).toHaveFocus()
    expect(grid.scrollTop).toBe(0)
    expect(screen.getAllByRole('row').filter((one) => one.tabIndex === 0)).toEqual([row(0)])
    await user.keyboard('{ArrowDown}{ArrowUp}')
    show([998, 999, 0, 1])
    expect(row(0)).toHaveFocus()
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
