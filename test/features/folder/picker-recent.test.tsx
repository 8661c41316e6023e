import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { chooseButton } from '../../dom/folder-picker.ts'
import { atWork } from '../files/actions/fixtures.tsx'

it('F2 the picker offers what was chosen last, and no folder that is gone', async () => {
  const app = await atWork()
  const open = async () => {
    await app.user.click(screen.getByRole('button', { name: 'Move…' }))
    return within(await screen.findByRole('dialog', { name: /^Move/ }))
  }
  const key = `latchkey.user.${app.mei}.recent-folders`
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
  const before = await open()
  await before.findByRole('option', { name: 'Drafts' })
  expect(before.queryByRole('group', { name: 'Recent' })).toBeNull()
  await app.user.click(before.getByRole('button', { name: 'Cancel' }))

  const chosen = ['svc://my/Archive', 'svc://my/Gone', 'svc://my/Work/Unlisted']
  sessionStorage.setItem(key, JSON.stringify(chosen))
  const dialog = await open()
  const chips = () =>
    within(dialog.getByRole('group', { name: 'Recent' }))
      .getAllByRole('button')
      .map((chip) => chip.textContent)
  await chooseButton('Move to Archive')
  // The list of Work has been read, and does not have the last one.
  expect(chips()).toEqual(['Gone'])
  await app.user.click(dialog.getByRole('button', { name: 'Gone' }))
  expect(await dialog.findByText('This folder no longer exists.')).toBeVisible()
  await app.user.click(dialog.getByRole('button', { name: 'Files' }))
  await waitFor(() => expect(chips()).toEqual(['Archive']))
  expect(sessionStorage.getItem(key)).not.toContain('Gone')
})
