import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here, requestTo } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import { type App, open, patches, retype, section, storedAccount } from './fixtures.tsx'

describe('leaving with something unsaved', () => {
  const leave = async (app: App) => {
    await app.user.click(screen.getByRole('link', { name: 'Trash' }))
    return within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  }

  it('A1 asks, names the sections, and saves them together', async () => {
    const app = await open()
    const profile = await section('Profile')
    await retype(app.user, profile.getByRole('textbox', { name: 'Name' }), 'Mei Lin')
    const versions = await section('Versions of files')
    await app.user.click(versions.getByRole('checkbox', { name: 'Keep earlier versions' }))
    const dialog = await leave(app)
    expect(dialog.getByText('Not saved yet: Profile, Versions of files.')).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: 'Stay' }))
    expect(profile.getByRole('textbox', { name: 'Name' })).toHaveValue('Mei Lin')
    const again = await leave(app)
    app.faults.next('PATCH /user/setting', { kind: 'drop' })
    await app.user.click(again.getByRole('button', { name: 'Save' }))
    expect(await again.findByText('The service could not be reached.')).toBeVisible()
    await app.user.click(again.getByRole('button', { name: 'Stay' }))
    const last = await leave(app)
    expect(last.queryByRole('alert')).toBeNull()
    await app.user.click(last.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    expect((await storedAccount(app)).nickname).toBe('Mei Lin')
    expect(patches(app).filter(({ status }) => status === 200)).toHaveLength(1)
  })

  /** Saves in the question, and stays before the service has answered. The result lets it answer. */
  async function stayWhileSaving(app: Awaited<ReturnType<typeof open>>) {
    const dialog = await leave(app)
    const { fault, free } = held()
    app.faults.next('PATCH /user/setting', fault)
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    await app.user.click(dialog.getByRole('button', { name: 'Stay' }))
    return free
  }

  it('A1 stays when that is chosen while a save is on its way, and keeps what is typed then', async () => {
    const app = await open()
    const name = (await section('Profile')).getByRole('textbox', { name: 'Name' })
    await retype(app.user, name, 'Mei')
    const free = await stayWhileSaving(app)
    await app.user.type(name, ' Lin')
    free()
    await waitFor(async () => expect((await storedAccount(app)).nickname).toBe('Mei'))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Account of Mei' })).toBeVisible(),
    )
    expect(here()).toBe('/account')
    expect(name).toHaveValue('Mei Lin')
  })

  it('A1 goes on by itself when an earlier save has worked while it asks again', async () => {
    const app = await open()
    const name = (await section('Profile')).getByRole('textbox', { name: 'Name' })
    await retype(app.user, name, 'Mei')
    const free = await stayWhileSaving(app)
    await leave(app)
    free()
    await waitFor(() => expect(here()).toBe('/trash'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect((await storedAccount(app)).nickname).toBe('Mei')
    expect(patches(app)).toHaveLength(1)
  })

  it.each([
    ['nothing', ''],
    ['more', '?'],
  ])(
    'A1 says that a save has failed which was left to itself while %s was typed, until something else is',
    async (_, more) => {
      const app = await open()
      const name = (await section('Profile')).getByRole('textbox', { name: 'Name' })
      await retype(app.user, name, 'Mei')
      const dialog = await leave(app)
      let fail = () => {}
      const until = new Promise<void>((_resolve, reject) => {
        fail = () => reject(new TypeError('Failed to fetch'))
      })
      app.faults.next('PATCH /user/setting', { kind: 'hold', until })
      await app.user.click(dialog.getByRole('button', { name: 'Save' }))
      await app.user.click(dialog.getByRole('button', { name: 'Stay' }))
      if (more) await app.user.type(name, more)
      fail()
      expect(await screen.findByRole('alert')).toHaveTextContent('could not be reached')
      await app.user.type(name, '!')
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  it('A1 has nothing unsaved once a save has worked that was left to itself, as the service writes it', async () => {
    const app = await open()
    const kinds = (await section('Versions of files')).getByRole('textbox', { name: /Kinds|kinds/ })
    await retype(app.user, kinds, 'JPG, .png')
    const free = await stayWhileSaving(app)
    free()
    const part = await section('Versions of files')
    await waitFor(() => expect(part.queryByRole('button', { name: 'Save' })).toBeNull())
  })

  it('A1 discards what is not wanted, and a password is not saved in passing', async () => {
    const app = await open()
    const part = await section('Password')
    await app.user.type(part.getByLabelText('New password'), 'something else')
    const dialog = await leave(app)
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
    await app.user.click(dialog.getByRole('button', { name: 'Discard and leave' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    await app.user.click(screen.getByRole('button', { name: /Account of/ }))
    await app.user.click(await screen.findByRole('link', { name: 'Account' }))
    expect((await section('Password')).getByLabelText('New password')).toHaveValue('')
  })

  it('A1 does not ask when nothing is left to save', async () => {
    const app = await open()
    const profile = await section('Profile')
    await app.user.type(profile.getByRole('textbox', { name: 'Name' }), '!')
    await app.user.type(profile.getByRole('textbox', { name: 'Name' }), '{Backspace}')
    await app.user.click(screen.getByRole('link', { name: 'Trash' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    await requestTo(app.requests, 'GET', '/file')
  })
})
