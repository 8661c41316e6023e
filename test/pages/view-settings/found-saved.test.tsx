import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { layout, open, ready, saveButton, storedView, whatChanges } from './fixtures.tsx'

describe('V4 a save whose answer was lost, when nobody could look whether it was done', () => {
  const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))
  const isSaved = () =>
    waitFor(() => {
      expect(screen.queryByRole('alert')).toBeNull()
      expect(saveButton()).toHaveAttribute('aria-disabled', 'true')
    })

  it('is not said to have failed any more once the view is found to be there', async () => {
    const { user, faults, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    faults.next('PATCH /file/view', { kind: 'lost' })
    faults.always(({ method }) => method === 'GET' && storedView(app)?.view === 'grid', {
      kind: 'drop',
    })
    await user.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('The view was not saved.')
    faults.clear()
    comeBack()
    await isSaved()
  })

  it('is no conflict once the view that it was to remove is found to be gone', async () => {
    const { user, faults, ...app } = await open()
    await ready()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reset to default' }))
    await waitFor(() => expect(whatChanges().getByText(/^Use the /)).toBeVisible())
    faults.next('PATCH /file/view', { kind: 'lost' })
    faults.always(({ method }) => method === 'GET' && storedView(app) === null, { kind: 'drop' })
    await user.click(saveButton())
    await screen.findByRole('alert')
    faults.clear()
    comeBack()
    await isSaved()
  })
})
