import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setUp, row, cell, box } from './fixtures.tsx'

describe('a list of 100,000', () => {
  it('draws only what is seen', () => {
    const { drawn } = setUp(100_000)
    // The head, 20 rows of 40 px in 768 px, and 5 below them: there are none above.
    expect(screen.getAllByRole('row').length).toBe(26)
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
