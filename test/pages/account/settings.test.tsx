import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here, password } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import { open, patches, retype, section, storedAccount } from './fixtures.tsx'

describe('the account', () => {
  it('A1 is opened from the account menu, and says whose it is', async () => {
    const app = await open({ path: '/trash' })
    await app.user.click(await screen.findByRole('button', { name: /Account of .*Mei Wang/ }))
    await app.user.click(await screen.findByRole('link', { name: 'Account' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    expect(here()).toBe('/account')
    expect(document.title).toBe('Account · Latchkey')
    const profile = await section('Profile')
    expect(profile.getByRole('textbox', { name: 'Name' })).toHaveValue('Mei Wang')
    expect(profile.getByText('mei@example.org')).toBeVisible()
  })

  it.each([
    ['/settings', '/account'],
    ['/connect', '/account'],
  ])('A1 is where %s leads', async (path, target) => {
    await open({ path })
    await waitFor(() => expect(here()).toBe(target))
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  })

  it('A1 gets another name, which everything shows at once', async () => {
    const app = await open()
    const profile = await section('Profile')
    expect(profile.queryByRole('button', { name: 'Save' })).toBeNull()
    await retype(app.user, profile.getByRole('textbox', { name: 'Name' }), ' Mei Lin ')
    await app.user.click(profile.getByRole('button', { name: 'Save' }))
    expect(await profile.findByText('Saved')).toBeVisible()
    expect(profile.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(await screen.findByRole('button', { name: /Account of .*Mei Lin/ })).toBeVisible()
    expect((await storedAccount(app)).nickname).toBe('Mei Lin')
    expect(document.body).not.toHaveFocus()
  })

  it('A1 has a name: nothing is sent without one, and the field says so', async () => {
    const app = await open()
    const profile = await section('Profile')
    await app.user.clear(profile.getByRole('textbox', { name: 'Name' }))
    await app.user.click(profile.getByRole('button', { name: 'Save' }))
    expect(profile.getByText('Enter a name.')).toBeVisible()
    expect(profile.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    expect(patches(app)).toHaveLength(0)
    await app.user.click(profile.getByRole('button', { name: 'Discard' }))
    expect(profile.getByRole('textbox', { name: 'Name' })).toHaveValue('Mei Wang')
  })

  it('A1 a refused or failed save says why in its section, keeps what was typed, and works at the next try', async () => {
    const app = await open()
    const profile = await section('Profile')
    await retype(app.user, profile.getByRole('textbox', { name: 'Name' }), 'Mei Lin')
    app.faults.next('PATCH /user/setting', {
      kind: 'json',
      body: { code: 50001, msg: 'no', correlation_id: 'abc-9' },
    })
    await app.user.click(profile.getByRole('button', { name: 'Save' }))
    const alert = await profile.findByRole('alert')
    expect(alert).toHaveTextContent('The service had a problem.')
    expect(alert).toHaveTextContent('abc-9')
    app.faults.next('PATCH /user/setting', { kind: 'drop' })
    await app.user.click(profile.getByRole('button', { name: 'Save' }))
    expect(await profile.findByText('The service could not be reached.')).toBeVisible()
    expect(profile.getByRole('textbox', { name: 'Name' })).toHaveValue('Mei Lin')
    await app.user.click(profile.getByRole('button', { name: 'Save' }))
    expect(await profile.findByText('Saved')).toBeVisible()
    expect(profile.queryByRole('alert')).toBeNull()
  })

  it('A1 a save whose answer got lost is found to have worked', async () => {
    const app = await open()
    const profile = await section('Profile')
    await retype(app.user, profile.getByRole('textbox', { name: 'Name' }), 'Mei Lin')
    app.faults.next('PATCH /user/setting', { kind: 'lost' })
    await app.user.click(profile.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(profile.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(profile.queryByRole('alert')).toBeNull()
    expect(profile.getByRole('textbox', { name: 'Name' })).toHaveValue('Mei Lin')
  })

  it('A1 what is typed while a save is on its way stays', async () => {
    const app = await open()
    const profile = await section('Profile')
    const name = profile.getByRole('textbox', { name: 'Name' })
    await retype(app.user, name, 'Mei')
    const { fault, free } = held()
    app.faults.next('PATCH /user/setting', fault)
    await app.user.click(profile.getByRole('button', { name: 'Save' }))
    await app.user.type(name, ' Lin')
    free()
    await waitFor(async () => expect((await storedAccount(app)).nickname).toBe('Mei'))
    expect(name).toHaveValue('Mei Lin')
    expect(await profile.findByRole('button', { name: 'Discard' })).toBeVisible()
  })

  it('A1 what is typed back to the stored value while a save is on its way stays', async () => {
    const app = await open()
    const profile = await section('Profile')
    const name = profile.getByRole('textbox', { name: 'Name' })
    await retype(app.user, name, 'Mei')
    const { fault, free } = held()
    app.faults.next('PATCH /user/setting', fault)
    await app.user.click(profile.getByRole('button', { name: 'Save' }))
    await retype(app.user, name, 'Mei Wang')
    free()
    expect(await screen.findByRole('button', { name: /Account of .*Mei$/ })).toBeVisible()
    expect(name).toHaveValue('Mei Wang')
    await app.user.click(await profile.findByRole('button', { name: 'Save' }))
    await waitFor(async () => expect((await storedAccount(app)).nickname).toBe('Mei Wang'))
    expect(await profile.findByText('Saved')).toBeVisible()
  })

  it('A1 chooses which links the profile shows', async () => {
    const app = await open()
    const profile = await section('Profile')
    await app.user.selectOptions(
      profile.getByRole('combobox', { name: 'Links in your profile' }),
      'All',
    )
    await app.user.click(profile.getByRole('button', { name: 'Save' }))
    await waitFor(async () =>
      expect((await storedAccount(app)).share_links_in_profile).toBe('all_share'),
    )
  })

  it('A1 keeps a choice about links that this version does not know', async () => {
    const app = await open({
      faults: (faults) =>
        faults.always('GET /user/setting', {
          kind: 'json',
          body: { code: 0, msg: '', data: { share_links_in_profile: 'friends' } },
        }),
    })
    const profile = await section('Profile')
    expect(profile.getByRole('combobox', { name: 'Links in your profile' })).toHaveValue('friends')
    await retype(app.user, profile.getByRole('textbox', { name: 'Name' }), 'Mei Lin')
    await app.user.click(profile.getByRole('button', { name: 'Save' }))
    await profile.findByText('Saved')
    expect((await storedAccount(app)).share_links_in_profile).not.toBe('friends')
  })

  it('A1 keeps versions: whether, how many, of which kinds', async () => {
    const app = await open()
    const versions = await section('Versions of files')
    const keeps = versions.getByRole('checkbox', { name: 'Keep earlier versions' })
    if (!(keeps as HTMLInputElement).checked) await app.user.click(keeps)
    await retype(app.user, versions.getByRole('textbox', { name: 'Versions of a file' }), 'few')
    await app.user.click(versions.getByRole('button', { name: 'Save' }))
    expect(versions.getByText('Type a whole number, or nothing.')).toBeVisible()
    await retype(app.user, versions.getByRole('textbox', { name: 'Versions of a file' }), '7')
    await retype(
      app.user,
      versions.getByRole('textbox', { name: 'Kinds of files' }),
      '.DOCX, txt; txt',
    )
    await app.user.click(versions.getByRole('button', { name: 'Save' }))
    await versions.findByText('Saved')
    expect(await storedAccount(app)).toMatchObject({
      version_retention_enabled: true,
      version_retention_max: 7,
      version_retention_ext: ['docx', 'txt'],
    })
    expect(versions.getByRole('textbox', { name: 'Kinds of files' })).toHaveValue('docx, txt')
    await app.user.click(versions.getByRole('checkbox', { name: 'Keep earlier versions' }))
    await app.user.click(versions.getByRole('button', { name: 'Save' }))
    await versions.findByText('Saved')
    expect((await storedAccount(app)).version_retention_enabled).toBe(false)
    expect(versions.queryByRole('textbox')).toBeNull()
  })

  it('A1 uses another language here at once, and tells the service', async () => {
    const app = await open()
    const part = await section('Language and theme')
    await app.user.click(part.getByRole('radio', { name: '简体中文' }))
    expect(await screen.findByRole('heading', { level: 1, name: '账号' })).toBeVisible()
    await waitFor(async () => expect((await storedAccount(app)).language).toBe('zh-CN'))
    app.faults.next('PATCH /user/setting', { kind: 'drop' })
    await app.user.click(screen.getByRole('radio', { name: 'English' }))
    const again = await section('Language and theme')
    expect(await again.findByText('Only this browser uses it so far.')).toBeVisible()
    await app.user.click(again.getByRole('button', { name: 'Retry' }))
    await waitFor(async () => expect((await storedAccount(app)).language).toBe('en-US'))
    await waitFor(() => expect(again.queryByRole('alert')).toBeNull())
  })

  it('A1 says in which language mails are when it is another one, and changes that in one step', async () => {
    const app = await open({
      faults: (faults) =>
        faults.next('GET /user/me', {
          kind: 'json',
          body: {
            code: 0,
            msg: '',
            data: { id: 'x', nickname: 'Mei Wang', email: 'mei@example.org', language: 'de-DE' },
          },
        }),
      isStrict: false,
    })
    const part = await section('Language and theme')
    expect(part.getByText(/Mails to you are in .*German/)).toBeVisible()
    await app.user.click(part.getByRole('button', { name: 'Use English for mails too' }))
    await waitFor(async () => expect((await storedAccount(app)).language).toBe('en-US'))
    await waitFor(() => expect(part.queryByText(/German/)).toBeNull())
  })

  it('A1 leaves the colour that the public server calls a theme alone', async () => {
    const app = await open()
    const part = await section('Language and theme')
    await app.user.click(part.getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(patches(app)).toHaveLength(0)
  })

  it('A1 shows what is missing: a failed load says so and loads again, a service without settings has fewer sections', async () => {
    const app = await open({
      faults: (faults) => faults.always('GET /user/setting', { kind: 'status', status: 403 }),
    })
    expect(await screen.findByText('Your account could not be loaded')).toBeVisible()
    app.faults.clear()
    app.faults.always('GET /user/setting', { kind: 'status', status: 404 })
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    const profile = await section('Profile')
    expect(profile.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull()
  })

  it('A1 a session that ends keeps what was typed, and saves it after signing in again', async () => {
    const app = await open({ passwords: true })
    const profile = await section('Profile')
    await retype(app.user, profile.getByRole('textbox', { name: 'Name' }), 'Mei Lin')
    app.service.seed.endSessions()
    await app.user.click(profile.getByRole('button', { name: 'Save' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
    await app.user.type(dialog.getByLabelText('Password'), password)
    await app.user.click(dialog.getByRole('button', { name: 'Sign in' }))
    expect(await profile.findByText('Saved')).toBeVisible()
    expect((await storedAccount(app)).nickname).toBe('Mei Lin')
  })
})
