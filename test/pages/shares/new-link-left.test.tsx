import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { held } from '../../dom/network.ts'
import { callService, linksOfMei } from '../../processes/service-api.ts'
import { copied } from './fixtures.tsx'
import { form, openItemPicker, two } from './new-link-fixtures.tsx'

/** Closes the form of a new link for letter.txt while its answer is held back. */
async function closedWhileCreating() {
  const app = await openItemPicker()
  const { user, picker, faults } = app
  await user.click(picker.getByRole('option', { name: 'letter.txt' }))
  await user.click(picker.getByRole('button', { name: 'Share 1 item' }))
  const share = await form(/^Share .*letter\.txt/)
  const answer = held()
  faults.next('PUT /share', answer.fault)
  await user.click(share.getByRole('button', { name: 'Create link' }))
  await user.click(await share.findByRole('button', { name: 'Close' }))
  return { ...app, answer }
}

describe('S13 a new link whose dialog is gone before the answer', () => {
  it('is told of in a message, and is not copied', async () => {
    const { answer } = await closedWhileCreating()
    await navigator.clipboard.writeText('before')
    expect(screen.queryByRole('dialog')).toBeNull()
    answer.free()
    expect(await screen.findByText(/letter\.txt.* shared$/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await copied()).toBe('before')
  })

  it('is told of as refused', async () => {
    const { service, mei, answer } = await closedWhileCreating()
    const body = { uris: ['svc://my/letter.txt'] }
    await callService(service, 'DELETE', '/file', { as: mei, body })
    answer.free()
    expect(await screen.findByRole('alert')).toHaveTextContent(/letter\.txt.* was not shared\./)
  })

  it('is the last one of several, once their page is left', async () => {
    const app = await two()
    const answer = held()
    app.faults.next('PUT /share', answer.fault)
    await app.user.click(app.share.getByRole('button', { name: 'Create 2 links' }))
    await app.share.findByRole('button', { name: 'Stop' })
    await act(() => app.router.navigate('/trash'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    answer.free()
    expect(await screen.findByText(/^“\S+” shared$/)).toBeVisible()
    // Nobody would know of the other one.
    expect(screen.getByText(/^“\S+” was not shared\.$/)).toBeVisible()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(await linksOfMei(app)).toHaveLength(2)
  })
})
