import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { Menu } from '#src/ui/menu/Menu.tsx'

test('a menu is shown again where it was hidden, with the focus on its first entry', async () => {
  const user = userEvent.setup()
  // Runs each effect twice, as a change of the anchor would.
  render(
    <StrictMode>
      <Menu name="More" entries={[{ key: 'copy', label: 'Copy', onSelect: () => {} }]}>
        {(button) => <button {...button}>More</button>}
      </Menu>
    </StrictMode>,
  )
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByRole('menu', { name: 'More' }, { timeout: 5000 })).toBeVisible()
  expect(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus()
})
