import { render, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, it } from 'vitest'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { startLostFocusRecovery } from '#src/ui/dialogs/lost-focus-recovery.ts'
import { English } from './english.tsx'

type Parts = {
  bar?: 'with its button' | 'without its button'
  /** Row with the tab stop, of those that are drawn. */
  rows?: { tabStop: string; drawn: readonly string[] }
  dialog?: 'with its button' | 'without its button'
}

function Page({ bar, rows, dialog }: Parts) {
  useEffect(startLostFocusRecovery, [])
  return (
    <>
      <main>
        {bar && <section>{bar === 'with its button' && <button>Delete</button>}</section>}
        {rows && (
          <div role="grid">
            {rows.drawn.map((name, index) => (
              <div
                key={name}
                role="row"
                data-index={index}
                tabIndex={name === rows.tabStop ? 0 : -1}
              >
                {name}
              </div>
            ))}
          </div>
        )}
      </main>
      <Dialog open={dialog !== undefined} title="Question" onClose={() => undefined}>
        {dialog === 'with its button' && <button data-autofocus="">Answer</button>}
      </Dialog>
    </>
  )
}

const rows = { tabStop: 'one', drawn: ['one', 'two'] }
const focused = () => document.activeElement?.textContent

function open(parts: Parts, focusOn: 'Delete' | 'Answer') {
  const view = render(<Page {...parts} />, { wrapper: English })
  view.getByRole('button', { name: focusOn }).focus()
  return { ...view, show: (next: Parts) => view.rerender(<Page {...next} />) }
}

it('focus goes to the list when the bar that has it goes', async () => {
  const { show } = open({ bar: 'with its button', rows }, 'Delete')
  show({ rows })
  await waitFor(() => expect(focused()).toBe('one'))
})

it('focus goes to the list when only the button goes, and stays there when the bar goes later', async () => {
  const { show } = open({ bar: 'with its button', rows }, 'Delete')
  show({ bar: 'without its button', rows })
  await waitFor(() => expect(focused()).toBe('one'))
  show({ rows })
  await Promise.resolve()
  expect(focused()).toBe('one')
})

it('focus goes to the page when it has no list', async () => {
  const { show, getByRole } = open({ bar: 'with its button' }, 'Delete')
  show({})
  await waitFor(() => expect(getByRole('main')).toHaveFocus())
})

it('focus waits for the next row while the one that had the tab stop is gone', async () => {
  const { show } = open({ bar: 'with its button', rows }, 'Delete')
  show({ rows: { tabStop: 'one', drawn: ['two'] } })
  await Promise.resolve()
  expect(document.body).toHaveFocus()
  show({ rows: { tabStop: 'three', drawn: ['two', 'three'] } })
  await waitFor(() => expect(focused()).toBe('three'))
})

it('focus stays in the open dialog when a button of it goes', async () => {
  const { show, getByRole } = open({ rows, dialog: 'with its button' }, 'Answer')
  show({ rows, dialog: 'without its button' })
  await waitFor(() => expect(getByRole('dialog')).toHaveFocus())
})

it('focus that was given up by hand stays where it is when the button goes later', async () => {
  const { show, getByRole } = open({ bar: 'with its button', rows }, 'Delete')
  getByRole('button', { name: 'Delete' }).blur()
  await Promise.resolve()
  show({ rows })
  await Promise.resolve()
  expect(document.body).toHaveFocus()
})
