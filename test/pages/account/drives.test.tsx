import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here, requestTo } from '../../dom/harness.tsx'
import { setMeta } from '../../dom/meta-tags.ts'
import { createStandInAccounts } from '../../processes/stand-in-accounts.ts'
import { withStandInAccounts } from '../../processes/stand-in-service.ts'
import { open, section } from './fixtures.tsx'

const drive = (name: string, more: object = {}) => ({
  id: `id-${name}`,
  created_at: '2026-10-01T10:00:00Z',
  name,
  uri: 'svc://my/Photos/Lofoten',
  password: 'k3'.repeat(16),
  options: 'Ag==',
  ...more,
})

async function openDrives(
  names: readonly string[] = [],
  prepare?: (stand: ReturnType<typeof createStandInAccounts>) => void,
) {
  const stand = createStandInAccounts()
  stand.state.drives.push(...names.map((name) => drive(name)))
  prepare?.(stand)
  const { between } = withStandInAccounts(stand)
  const app = await open({
    between,
    seed: ({ service, mei }) => {
      service.seed.addFolder(mei, ['Photos', 'Lofoten'])
    },
  })
  return { app, stand: stand.state, part: await section('Network drives') }
}

describe('A2 network drives', () => {
  it('A2 one is added: a name, a folder, read-only; what to enter where is shown at once', async () => {
    const { app, stand, part } = await openDrives()
    expect(part.getByText('No network drives yet.')).toBeVisible()
    await app.user.click(part.getByRole('button', { name: 'Add network drive' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add network drive' }))
    await app.user.click(form.getByRole('button', { name: 'Add network drive' }))
    expect(form.getByText('Enter a name.')).toBeVisible()
    await app.user.type(form.getByRole('textbox', { name: 'Name' }), 'Laptop')
    await app.user.click(form.getByRole('button', { name: 'Choose…' }))
    const picker = within(
      await screen.findByRole('dialog', { name: 'Folder of the network drive' }),
    )
    await picker.findByRole('option', { name: /Photos/ })
    await app.user.keyboard('{Enter}')
    await app.user.click(await picker.findByRole('button', { name: /^Use .*Photos/ }))
    await app.user.click(form.getByRole('checkbox', { name: /^Read-only/ }))
    await app.user.click(form.getByRole('button', { name: 'Add network drive' }))
    const access = within(await screen.findByRole('dialog', { name: /Laptop/ }))
    expect(access.getByText('http://localhost:3000/dav')).toBeVisible()
    expect(access.getByText('mei@example.org')).toBeVisible()
    expect(stand.writes).toEqual([
      {
        line: 'PUT /devices/dav',
        body: {
          uri: 'svc://my/Photos',
          name: 'Laptop',
          readonly: true,
          proxy: false,
          disable_sys_files: false,
        },
      },
    ])
    await app.user.click(access.getByRole('button', { name: 'Done' }))
    const [row] = part.getAllByRole('listitem')
    expect(row).toHaveTextContent('Laptop')
    expect(row).toHaveTextContent('Read-only')
    expect(row).toHaveTextContent('Photos')
  })

  it('A2 address, user name and password are copied, and the password is shown when asked for', async () => {
    const { app, part } = await openDrives(['Laptop'])
    await app.user.click(part.getByRole('button', { name: /^Connect .*Laptop/ }))
    const access = within(await screen.findByRole('dialog', { name: /Laptop/ }))
    expect(access.queryByText('k3'.repeat(16))).toBeNull()
    await app.user.click(access.getByRole('button', { name: 'Copy password' }))
    expect(await navigator.clipboard.readText()).toBe('k3'.repeat(16))
    await app.user.click(access.getByRole('button', { name: 'Copy address' }))
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/dav')
    await app.user.click(access.getByRole('button', { name: 'Copy user name' }))
    expect(await navigator.clipboard.readText()).toBe('mei@example.org')
    await app.user.click(access.getByRole('button', { name: 'Show password' }))
    expect(access.getByText('k3'.repeat(16))).toBeVisible()
    for (const system of ['Windows', 'macOS', 'Linux', 'Phones'])
      expect(access.getByText(system)).toBeVisible()
  })

  it.each([
    [{ dav: 'https://drive.example.org/dav' }, 'https://drive.example.org/dav'],
    [
      { dav: 'http://10.0.0.5:5212/dav', classic: 'https://files.example.org' },
      'https://files.example.org/dav',
    ],
    [{ dav: 'javascript:alert(1)' }, 'http://localhost:3000/dav'],
  ])('A2 the address is that of the real server: %o', async (tags, address) => {
    for (const [name, content] of Object.entries(tags)) setMeta(name, content)
    const { app, part } = await openDrives(['Laptop'])
    await app.user.click(part.getByRole('button', { name: /^Connect/ }))
    expect(await screen.findByText(address)).toBeVisible()
  })

  it('A2 one is changed, and what the form does not show goes back as it was', async () => {
    const { app, stand, part } = await openDrives(['Laptop'], ({ state }) =>
      state.drives.push(drive('Phone', { options: 'Bg==' })),
    )
    await app.user.click(part.getByRole('button', { name: /^Actions for .*Phone/ }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Change…' }))
    const form = within(await screen.findByRole('dialog', { name: /^Change .*Phone/ }))
    const name = form.getByRole('textbox', { name: 'Name' })
    expect(name).toHaveValue('Phone')
    await app.user.type(name, ' of Mei')
    await app.user.click(form.getByRole('button', { name: 'Save' }))
    expect(await part.findByText('Phone of Mei')).toBeVisible()
    expect(stand.writes).toEqual([
      {
        line: 'PATCH /devices/dav/id-Phone',
        body: {
          uri: 'svc://my/Photos/Lofoten',
          name: 'Phone of Mei',
          readonly: false,
          proxy: true,
          disable_sys_files: true,
        },
      },
    ])
  })

  it('A2 one is removed after a question, and one that is gone already is no error', async () => {
    const { app, stand, part } = await openDrives(['Laptop', 'Phone'])
    const remove = async (name: RegExp) => {
      await app.user.click(part.getByRole('button', { name }))
      await app.user.click(await screen.findByRole('menuitem', { name: 'Remove…' }))
      const dialog = within(await screen.findByRole('dialog', { name: /^Remove/ }))
      expect(dialog.getByText(/The files stay/)).toBeVisible()
      await app.user.click(dialog.getByRole('button', { name: 'Remove' }))
    }
    await remove(/^Actions for .*Laptop/)
    await waitFor(() => expect(stand.drives.map(({ name }) => name)).toEqual(['Phone']))
    await waitFor(() => expect(part.queryByText('Laptop')).toBeNull())
    expect(part.getByRole('button', { name: 'Add network drive' })).toHaveFocus()
    stand.drives.splice(0)
    await remove(/^Actions for .*Phone/)
    expect(await part.findByText('No network drives yet.')).toBeVisible()
    expect(part.queryByRole('alert')).toBeNull()
  })

  it('A2 a failure is said in the form, which keeps what was typed, and adds it once', async () => {
    const { app, stand, part } = await openDrives()
    await app.user.click(part.getByRole('button', { name: 'Add network drive' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add network drive' }))
    await app.user.type(form.getByRole('textbox', { name: 'Name' }), 'Laptop')
    const submit = form.getByRole('button', { name: 'Add network drive' })
    app.faults.next('PUT /devices/dav', {
      kind: 'json',
      body: { code: 40016, msg: 'no such folder' },
    })
    await app.user.click(submit)
    expect(await form.findByText('This folder no longer exists.')).toBeVisible()
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Laptop')
    // The answer gets lost: the drive is found to be there, and is not made twice.
    app.faults.next('PUT /devices/dav', { kind: 'lost' })
    await app.user.click(submit)
    expect(await screen.findByRole('dialog', { name: /Laptop/ })).toBeVisible()
    expect(stand.drives).toHaveLength(1)
  })

  it('A2 all pages of the list are read, whatever is strange in it', async () => {
    const { part } = await openDrives(['a', 'b', 'c'], ({ state }) => {
      state.pageSize = 2
      state.drives.push(
        drive('odd', { uri: 'not an address', options: '???', created_at: '' }),
        drive('<b>\u202eevil</b>'),
      )
    })
    expect(part.getAllByRole('listitem')).toHaveLength(5)
    expect(part.getByText('not an address')).toBeVisible()
    expect(part.getByText(/⟦U\+202E⟧/)).toBeVisible()
  })

  it('A2 the list that does not come says so, and loads again', async () => {
    const { between } = withStandInAccounts()
    const app = await open({
      between,
      faults: (faults) => faults.always('GET /devices/dav', { kind: 'status', status: 403 }),
    })
    const part = await section('Network drives')
    expect(part.getByText('This could not be loaded.')).toBeVisible()
    app.faults.clear()
    await app.user.click(part.getByRole('button', { name: 'Retry' }))
    expect(await part.findByText('No network drives yet.')).toBeVisible()
  })

  it('A2 are not shown by the embedded service', async () => {
    const app = await open({
      as: ({ service }) =>
        service.seed.addUser({ email: 'ada@example.org', nickname: 'Ada', group: 'Admin' }),
    })
    await section('Profile')
    await requestTo(app.requests, 'GET', '/devices/dav')
    await section('Where you are signed in')
    expect(screen.queryByRole('region', { name: 'Network drives' })).toBeNull()
  })

  it('A2 are not asked for where the group may not have them', async () => {
    const stand = createStandInAccounts()
    stand.state.mayHaveDrives = false
    const { between } = withStandInAccounts(stand)
    const app = await open({ between })
    await section('Profile')
    await requestTo(app.requests, 'GET', '/user/sessions')
    expect(app.requests.some(({ path }) => path === '/devices/dav')).toBe(false)
  })

  it('A2 are where /connect leads', async () => {
    const { between } = withStandInAccounts()
    await open({ between, path: '/connect' })
    const heading = await screen.findByRole('heading', { name: 'Network drives' })
    expect(heading).toHaveFocus()
    expect(here()).toBe('/account')
  })
})
