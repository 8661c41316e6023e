import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here } from '../../../dom/harness.tsx'
import { chip, names, page, states } from '../fixtures.tsx'

describe('S3', () => {
  it('G7: where nothing matches, offers to clear what is set, and clears only that', async () => {
    const { user } = await page({ path: '/shares?q=live&kind=folder', seed: states })
    const inList = () => {
      const button = (name: string) =>
        within(screen.getByRole('main')).queryAllByRole('button', { name }).at(-1)
      return { search: button('Clear search'), filters: button('Clear filters') }
    }
    await screen.findByText('No matches in Shares')
    expect(inList().search).toHaveTextContent('Clear search')
    await user.click(inList().filters as HTMLElement)
    await waitFor(() => expect(names()).toEqual(['live.txt']))
    expect(here()).toBe('/shares?q=live')
    await user.click(chip(/^Folders/))
    await screen.findByText('No matches in Shares')
    await user.click(inList().search as HTMLElement)
    await waitFor(() => expect(names()).toEqual(['Album']))
    expect(here()).toBe('/shares?kind=folder')
    expect(screen.getByRole('grid')).toContainElement(document.activeElement as HTMLElement)
    await user.type(screen.getByRole('searchbox'), 'nowhere')
    await screen.findByText('No matches in Shares')
    await user.click(chip(/^Folders/))
    await waitFor(() => expect(inList().filters).toBeUndefined())
    expect(inList().search).toHaveTextContent('Clear search')
  })

  it('G7: the first row has the focus, and its ring after a key only', async () => {
    const { user } = await page({ seed: states })
    const first = (await screen.findAllByRole('row'))[1] as HTMLElement
    await waitFor(() => expect(first).toHaveFocus())
    expect(first).toHaveAttribute('data-entered')
    await user.keyboard('{ArrowDown}')
    expect(first).not.toHaveAttribute('data-entered')
  })
})
