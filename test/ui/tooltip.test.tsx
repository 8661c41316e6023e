import { render, screen, waitForElementToBeRemoved } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { GlobalTooltip } from '#src/ui/GlobalTooltip.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { English } from './english.tsx'

function open(page: ReactNode) {
  render(
    <English>
      {page}
      <GlobalTooltip />
    </English>,
  )
  return userEvent.setup()
}
const refresh = <IconButton name="Refresh" icon="r" />

// After one has been open, the next opens at once for half a second.
afterEach(() => new Promise((resolve) => setTimeout(resolve, 600)))

describe('a tooltip', () => {
  it('opens by Tab, and closes by Escape and with the focus', async () => {
    const user = open(
      <>
        {refresh}
        <button type="button">Next</button>
      </>,
    )
    await user.tab()
    expect(screen.getByRole('tooltip')).toHaveTextContent('Refresh')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(screen.getByRole('button', { name: 'Refresh' })).toHaveFocus()

    await user.tab()
    await user.tab({ shift: true })
    expect(screen.getByRole('tooltip')).toBeVisible()
    await user.tab()
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('closes by Escape without the dialog around it', async () => {
    const onClose = vi.fn()
    const user = open(
      <Dialog open title="Details" onClose={onClose}>
        <button type="button">First</button>
        {refresh}
      </Dialog>,
    )
    await user.tab()
    expect(screen.getByRole('dialog')).toContainElement(screen.getByRole('tooltip'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('does not open in a dialog whose opening has moved the focus', async () => {
    function Page() {
      const [isOpen, setOpen] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          <Dialog open={isOpen} title="Details" onClose={() => setOpen(false)}>
            {refresh}
          </Dialog>
        </>
      )
    }
    const user = open(<Page />)
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'Refresh' })).toHaveFocus()
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('opens under a pointer that rests, and not under a finger or after a press', async () => {
    const user = open(refresh)
    const button = screen.getByRole('button', { name: 'Refresh' })
    await user.pointer({ target: button, coords: { x: 5, y: 5 } })
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Refresh')
    await user.pointer({ target: document.body, coords: { x: 90, y: 90 } })
    await waitForElementToBeRemoved(screen.queryByRole('tooltip'))

    await user.pointer([
      { target: button, coords: { x: 6, y: 6 } },
      { target: button, keys: '[MouseLeft]' },
      { target: button, coords: { x: 7, y: 7 } },
    ])
    await user.pointer({ keys: '[TouchA]', target: button, coords: { x: 8, y: 8 } })
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('describes its button where it says more than the name', async () => {
    const user = open(
      <>
        {refresh}
        <button type="button" data-tooltip="Sorted from A to Z" aria-describedby="hint">
          Name
        </button>
        <span id="hint">A column</span>
      </>,
    )
    await user.tab()
    expect(screen.getByRole('button', { name: 'Refresh' })).not.toHaveAttribute('aria-describedby')
    await user.tab()
    const name = screen.getByRole('button', { name: 'Name' })
    expect(name).toHaveAccessibleDescription('A column Sorted from A to Z')
    await user.keyboard('{Escape}')
    expect(name).toHaveAccessibleDescription('A column')
  })

  it('does not repeat a name that is not cut', async () => {
    const user = open(
      <button type="button">
        <TruncatedName name="Quarterly review of everything.pdf" />
      </button>,
    )
    await user.tab()
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(screen.queryByRole('tooltip')).toBeNull()
  })
})
