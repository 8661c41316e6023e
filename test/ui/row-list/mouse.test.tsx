import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setUp, row, cell, box } from './fixtures.tsx'

const all = () => screen.getByRole('checkbox', { name: 'Select all' })

describe('G10 picking with the mouse', () => {
  it('a click picks one row alone, with Ctrl one more, and Ctrl again takes it out', async () => {
    const { user, selected } = setUp(10)
    await user.click(cell(2))
    await user.click(cell(4))
    expect(selected()).toEqual([4])
    await user.keyboard('{Control>}')
    await user.click(cell(6))
    await user.click(cell(4))
    await user.keyboard('{/Control}')
    expect(selected()).toEqual([6])
    expect(row(6)).toHaveAttribute('aria-selected', 'true')
    expect(row(4)).toHaveAttribute('aria-selected', 'false')
  })

  it('Shift picks from a fixed anchor, however often', async () => {
    const { user, selected } = setUp(10)
    await user.click(cell(4))
    await user.keyboard('{Shift>}')
    await user.click(cell(6))
    expect(selected()).toEqual([4, 5, 6])
    await user.click(cell(2))
    expect(selected()).toEqual([2, 3, 4])
    await user.click(cell(5))
    expect(selected()).toEqual([4, 5])
    await user.keyboard('{/Shift}')
  })

  it('Ctrl and Shift add a range to what is picked', async () => {
    const { user, selected } = setUp(10)
    await user.click(cell(0))
    await user.keyboard('{Control>}')
    await user.click(cell(3))
    await user.keyboard('{Shift>}')
    await user.click(cell(5))
    await user.keyboard('{/Shift}{/Control}')
    expect(selected()).toEqual([0, 3, 4, 5])
  })

  it('a checkbox adds its row, and with Shift the range up to it', async () => {
    const { user, selected } = setUp(10)
    await user.click(box(1))
    await user.click(box(7))
    expect(selected()).toEqual([1, 7])
    expect(box(7)).toBeChecked()
    await user.click(box(7))
    expect(selected()).toEqual([1])
    expect(box(7)).not.toBeChecked()
    await user.keyboard('{Shift>}')
    await user.click(box(9))
    await user.keyboard('{/Shift}')
    expect(selected()).toEqual([7, 8, 9])
  })

  it('the anchor is forgotten with another filter, and kept when rows arrive or move', async () => {
    const { user, selected, show, filterBy } = setUp(10)
    show([0, 1, 2, 3, 4])
    await user.click(cell(1))
    show([5, 0, 1, 2, 3, 4])
    await user.keyboard('{Shift>}')
    await user.click(cell(3))
    expect(selected()).toEqual([1, 2, 3])
    filterBy('other')
    await user.click(cell(4))
    expect(selected()).toEqual([3, 4])
    await user.click(cell(2))
    await user.keyboard('{/Shift}')
    expect(selected()).toEqual([2, 3])
  })

  it('Shift without an anchor picks from the row that had focus, else from the first', async () => {
    const { user, selected } = setUp(10)
    await user.keyboard('{Shift>}')
    await user.click(cell(3))
    expect(selected()).toEqual([0, 1, 2, 3])
    await user.keyboard('{/Shift}{Control>}{ArrowDown}{ArrowDown}{/Control}')
    expect(row(5)).toHaveFocus()
  })

  it('Shift picks from the row that the keyboard came to', async () => {
    const { user, selected } = setUp(10)
    act(() => row(2).focus())
    await user.keyboard('{Shift>}')
    await user.click(cell(4))
    await user.keyboard('{/Shift}')
    expect(selected()).toEqual([2, 3, 4])
  })

  it('a button in a row does not touch the selection', async () => {
    const { user, selected } = setUp(10)
    await user.click(cell(1))
    await user.click(within(row(3)).getByRole('button', { name: 'Copy' }))
    await user.click(screen.getByTestId('row 3'))
    expect(selected()).toEqual([1])
  })

  it('a double click opens, and on a card one click does', async () => {
    const { user, onOpen } = setUp(3)
    await user.dblClick(cell(1))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ name: 'row 1' })
  })

  it('on a card a click opens and the checkbox picks', async () => {
    const { user, onOpen, selected } = setUp(3, { isCards: true })
    await user.click(cell(1))
    expect(onOpen).toHaveBeenCalledOnce()
    expect(selected()).toEqual([])
    await user.click(box(2))
    expect(selected()).toEqual([2])
    expect(onOpen).toHaveBeenCalledOnce()
  })

  it('the box in the head is empty, mixed or full', async () => {
    const { user, selected } = setUp(4)
    expect(all()).not.toBeChecked()
    expect(all()).not.toBePartiallyChecked()
    await user.click(cell(1))
    expect(all()).toBePartiallyChecked()
    await user.click(all())
    expect(selected()).toEqual([0, 1, 2, 3])
    expect(all()).toBeChecked()
    await user.click(all())
    expect(selected()).toEqual([])
  })
})
