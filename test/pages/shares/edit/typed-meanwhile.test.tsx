import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { held } from '../../../dom/network.ts'
import { day } from '../fixtures.tsx'
import { near } from '../link-fixtures.tsx'
import { form, openItemPicker } from '../new-link-fixtures.tsx'
import { type App, atForm, closed, limitOf, save, type } from './edit-fixtures.tsx'

it('S6 what is typed between Save and the answer stays in the form, and is saved next', async () => {
  const app = await atForm({ remainDownloads: 13 })
  const answer = held()
  await type(app, limitOf(app), '20')
  app.faults.next(`POST /share/${app.id}`, answer.fault)
  await save(app)
  await type(app, limitOf(app), '30')
  answer.free()
  await screen.findByText(/^The link to .*plan\.pdf/)
  await app.form.findByRole('button', { name: 'Cancel' })
  expect(limitOf(app)).toHaveValue('30')
  expect(await app.record()).toMatchObject({ remain_downloads: 20 })
  await save(app)
  await closed()
  expect(await app.record()).toMatchObject({ remain_downloads: 30 })
})

it('S6 a link is extended once, also when its limit is changed before the answer', async () => {
  const expires = Date.now() + 2 * day
  const app = await atForm({ expires, remainDownloads: 13 }, 'Extend…')
  const answer = held()
  app.faults.next(`POST /share/${app.id}`, answer.fault)
  await app.user.click(app.form.getByRole('button', { name: 'Extend' }))
  await type(app, limitOf(app), '30')
  answer.free()
  await waitFor(() => expect(app.rowOf().expires).toBeGreaterThan(expires + day))
  const extended = app.rowOf().expires ?? 0
  await app.form.findByRole('button', { name: 'Cancel' })
  await app.user.click(app.form.getByRole('button', { name: 'Extend' }))
  await closed()
  expect(app.rowOf()).toMatchObject({ remaining: 30 })
  near((await app.record()).expires, extended)
})

it('S6 “Replace link…” and Cancel lead back to the form as it was filled in', async () => {
  const app = await atForm({ remainDownloads: 13 })
  await type(app, limitOf(app), '30')
  await app.user.click(app.form.getByRole('button', { name: 'Replace link…' }))
  await screen.findByRole('dialog', { name: /^Replace the link/ })
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('textbox', { name: 'Download limit' })).toHaveValue('30')
  await app.user.keyboard('{Escape}')
  await closed()
})

/** A person is named in the form and not added: the form is not sent, and says why, until the field is empty. */
async function nameSomebody(user: App['user'], button: HTMLElement, sent: () => unknown[]) {
  const field = screen.getByRole('textbox', { name: 'Add a person' })
  await user.type(field, 'oka')
  await user.click(button)
  expect(field).toBeInvalid()
  expect(field).toHaveFocus()
  expect(field).toHaveAccessibleDescription('Add this person, or clear the field.')
  expect(sent()).toEqual([])
  await user.clear(field)
  expect(field).toBeValid()
  await user.click(button)
}

it('S14 a person who is named in the form of a link and not added is not left out silently', async () => {
  const app = await atForm({})
  await type(app, limitOf(app), '20')
  await nameSomebody(app.user, app.form.getByRole('button', { name: 'Save' }), app.edits)
  await closed()
  expect(app.edits()).toHaveLength(1)
})

it('S14 neither is one who is named in the form of a new link', async () => {
  const { user, picker, requests } = await openItemPicker()
  await user.click(picker.getByRole('option', { name: 'letter.txt' }))
  await user.click(picker.getByRole('button', { name: 'Share 1 item' }))
  const share = await form(/^Share .*letter\.txt/)
  await user.click(share.getByRole('button', { name: 'Change who may open it' }))
  const sent = () => requests.filter(({ method }) => method === 'PUT')
  await nameSomebody(user, share.getByRole('button', { name: 'Create link' }), sent)
  await waitFor(() => expect(sent()).toHaveLength(1))
})
