import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { Menu } from '#src/ui/menu/Menu.tsx'
import { English } from './english.tsx'

test('a menu is shown again where it was hidden, with the focus on its first entry', async () => {
  const user = userEvent.setup()
  // Runs each effect twice, as a change of the anchor would.
  render(
    <StrictMode>
      <Menu name="More" entries={[{ key: 'copy', label: 'Copy', onSelect: () => {} }]}>
        {(button) => <button {...button}>More</button>}
      </Menu>
    </StrictMode>,
    { wrapper: English },
  )
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByRole('menu', { name: 'More' }, { timeout: 5000 })).toBeVisible()
  expect(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus()
})

test('a menu whose entries are still being fetched opens with them, and its first entry has the focus', async () => {
  const user = userEvent.setup()
  const copy = { key: 'copy', label: 'Copy', onSelect: () => {} }
  const menu = (entries: (typeof copy)[]) => (
    <Menu name="More" entries={entries}>
      {(button) => <button {...button}>More</button>}
    </Menu>
  )
  const { rerender } = render(menu([copy]), { wrapper: English })
  const button = screen.getByRole('button', { name: 'More' })
  // The code of the menu is loaded from here on.
  await user.click(button)
  await screen.findByRole('menu', { name: 'More' }, { timeout: 5000 })
  await user.click(button)
  rerender(menu([]))
  await user.click(button)
  expect(screen.queryByRole('menu')).toBeNull()
  rerender(menu([copy]))
  expect(await screen.findByRole('menuitem', { name: 'Copy' })).toHaveFocus()
})
