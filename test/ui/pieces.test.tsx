import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from '#src/ui/controls/Button.tsx'
import { DetailsPanel } from '#src/ui/details/DetailsPanel.tsx'
import { DialogHold } from '#src/ui/dialogs/dialog-hold.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { Menu } from '#src/ui/menu/Menu.tsx'
import { PopoverDialog } from '#src/ui/menu/PopoverDialog.tsx'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { English } from './english.tsx'

function Asking() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Delete 3 items?"
        role="alertdialog"
        actions={<Button data-autofocus>Cancel</Button>}
      />
    </>
  )
}

it('starts on the safe choice and gives focus back on Escape', async () => {
  const user = userEvent.setup()
  render(<Asking />, { wrapper: English })
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(screen.getByRole('alertdialog', { name: 'Delete 3 items?' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus()
})

it.each([
  [
    'popover',
    (close: () => void) => (
      <PopoverDialog anchor={document.body} name="Columns" onClose={close}>
        <input />
      </PopoverDialog>
    ),
  ],
  [
    'panel',
    (close: () => void) => (
      <DetailsPanel name="a.txt" kind="text" isPhone={false} onClose={close}>
        <input />
      </DetailsPanel>
    ),
  ],
])('Escape in an unfinished word of an input method does not close a %s', (_, draw) => {
  const close = vi.fn<() => void>()
  render(draw(close), { wrapper: English })
  const field = screen.getByRole('textbox')
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
  expect(close).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(close).toHaveBeenCalledOnce()
})

it('opens no dialog while a question is on the screen, and takes none away', () => {
  const page = (isAsked: boolean, open: boolean) => (
    <DialogHold value={isAsked}>
      <Dialog open={open} onClose={() => {}} title="Extend" />
    </DialogHold>
  )
  const { rerender } = render(page(true, true), { wrapper: English })
  expect(screen.queryByRole('dialog')).toBeNull()
  rerender(page(false, true))
  expect(screen.getByRole('dialog', { name: 'Extend' })).toBeVisible()
  rerender(page(true, true))
  expect(screen.getByRole('dialog', { name: 'Extend' })).toBeVisible()
})

it('moves through a menu by arrows and letters, and comes back to its button', async () => {
  const user = userEvent.setup()
  const rename = vi.fn<() => void>()
  const entries = [
    { key: 'open', label: 'Open', onSelect: () => undefined },
    { key: 'rename', label: 'Rename', onSelect: rename },
  ]
  render(
    <Menu name="Actions" entries={entries}>
      {(button) => <Button {...button}>More</Button>}
    </Menu>,
    { wrapper: English },
  )
  await user.tab()
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByRole('menuitem', { name: 'Open' })).toHaveFocus()
  await user.keyboard('{End}{Home}r')
  expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(rename).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus()
})

it('G7 a menu that is longer than its sheet can be scrolled by keys', async () => {
  const user = userEvent.setup()
  render(
    <Menu name="Actions" entries={[{ key: 'open', label: 'Open', onSelect: () => undefined }]}>
      {(button) => <Button {...button}>More</Button>}
    </Menu>,
    { wrapper: English },
  )
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByRole('menu', { name: 'Actions' })).toHaveProperty('tabIndex', 0)
})

it('reads a cut name as a whole', () => {
  render(
    <button type="button">
      <TruncatedName name={'Quarterly\nreview.pdf'} />
    </button>,
    { wrapper: English },
  )
  expect(screen.getByRole('button', { name: 'Quarterly␊review.pdf' })).toBeInTheDocument()
})

it('says what failed and copies the id', async () => {
  const user = userEvent.setup()
  render(<ErrorState title="Shares could not be loaded" correlationId="c-17" />, {
    wrapper: English,
  })
  await user.click(await screen.findByText('Details'))
  await user.click(screen.getByRole('button', { name: 'Copy ID' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('c-17')
})

it('G8 a sheet of details keeps the direction of its name, and shows its control characters', () => {
  render(
    <DetailsPanel name={'\u202eחוזה 3.docx'} kind="document" isPhone onClose={() => {}}>
      Facts
    </DetailsPanel>,
    { wrapper: English },
  )
  const title = screen.getByRole('heading', { level: 2 })
  expect(title.querySelector('bdi')).toHaveTextContent(/^[^\u202e]+חוזה 3\.docx$/)
})
