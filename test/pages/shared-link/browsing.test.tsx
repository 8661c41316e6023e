import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions, type PermissionSetting } from '#src/contract/share.ts'
import { displayName } from '#src/i18n/names.ts'
import { here, password, renderApp } from '../../dom/harness.tsx'
import { recordSavedAddresses } from '../../features/files/downloads/saved-addresses.ts'
import { callService } from '../../processes/service-api.ts'

const saved = recordSavedAddresses()

const { read, create } = SharePermission

/** Mei's folder behind a link. */
async function openFolder({
  mayEdit = false,
  as = 'lin',
  page = '',
  permissionSetting,
  passwords = false,
}: {
  mayEdit?: boolean
  as?: 'lin' | 'mei' | null
  page?: string
  permissionSetting?: PermissionSetting
  passwords?: boolean
} = {}) {
  let id = ''
  const app = await renderApp({
    as,
    passwords,
    seed: ({ service: { seed }, mei }) => {
      const folder = seed.addFolder(mei, ['Trip'])
      seed.setView(folder, { page_size: 50, view: 'list', gallery_width: 220 })
      seed.addFile(mei, ['Trip', 'a.txt'], { contents: new Uint8Array(1) })
      id = seed.addShare(folder, {
        shareView: true,
        ...(mayEdit && {
          permissionSetting: { ...noPermissions, everyone: encodeBoolset([read, create]) },
        }),
        ...(permissionSetting && { permissionSetting }),
      })
    },
    path: () => page.replace('ID', id) || `/files?uri=${encodeURIComponent(`svc://${id}@share`)}`,
  })
  return { ...app, id }
}
const row = (name: string) => screen.findByRole('row', { name })

describe('F7 a folder behind a link', () => {
  it('names its owner and what one may do, and has its owner’s layout', async () => {
    await openFolder()
    await row('a.txt')
    expect(await screen.findByText(`Shared by ${displayName('Mei Wang')}`)).toBeVisible()
    expect(screen.getByText('Read-only')).toBeVisible()
    expect(screen.getByRole('columnheader', { name: /Name/ })).toBeVisible()
  })

  it('says that one can edit, on the page of the link too', async () => {
    await openFolder({ mayEdit: true, page: '/s/ID' })
    await row('a.txt')
    expect(screen.getByText(/You can edit$/)).toBeVisible()
    expect(screen.queryByText('Read-only')).toBeNull()
  })

  it('is downloaded whole while one browses it', async () => {
    const { user } = await openFolder()
    await row('a.txt')
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await screen.findByRole('row', { name: 'a.txt' })
    await expect.poll(() => saved).toHaveLength(1)
  })

  it('does not name oneself, and other folders have no such button', async () => {
    const { user } = await openFolder({ as: 'mei' })
    await row('a.txt')
    expect(screen.queryByText(/^Shared by/)).toBeNull()
    const nav = screen.getByRole('navigation', { name: 'Main' })
    await user.click(within(nav).getByRole('link', { name: 'Files' }))
    await row('Trip')
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  })

  it.each(['lin', 'mei'])('is read again as %s, who signs in on it', async (name) => {
    const permissionSetting = {
      ...noPermissions,
      everyone: encodeBoolset([read]),
      other: encodeBoolset([read, create]),
    }
    const { user } = await openFolder({ as: null, permissionSetting, passwords: true })
    await row('a.txt')
    expect(await screen.findByText('Read-only')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Sign in' }))
    await user.type(await screen.findByLabelText('Email'), `${name}@example.org`)
    await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
    await screen.findByRole('navigation', { name: 'Main' })
    await row('a.txt')
    expect(screen.getAllByRole('button', { name: 'Upload' }).length).toBeGreaterThan(0)
    if (name === 'lin') expect(await screen.findByText(/^Shared by/)).toBeVisible()
    else expect(screen.queryByText(/^Shared by/)).toBeNull()
    expect(screen.queryByText('Read-only')).toBeNull()
  })

  describe('for those who are signed in only', () => {
    const forUsers = { ...noPermissions, other: encodeBoolset([read]) }

    async function expectWayToSignIn() {
      const face = await screen.findByRole('alert', undefined, { timeout: 10_000 })
      await waitFor(() =>
        expect(within(face).getByRole('heading')).toHaveTextContent('Sign in to open this.'),
      )
      // Trying again cannot help.
      expect(within(face).queryByRole('button', { name: 'Retry' })).toBeNull()
      return within(face).findByRole('link', { name: 'Sign in' })
    }

    it('shows the way to sign in where one follows its address', async () => {
      const { user } = await openFolder({ as: null, permissionSetting: forUsers })
      await user.click(await expectWayToSignIn())
      await screen.findByLabelText('Email')
      expect(here()).toMatch(/^\/sign-in\?to=%2Fs%2F/)
    })

    it('shows the way to sign in where a search is refused', async () => {
      const app = await openFolder({ as: null })
      await row('a.txt')
      expect(
        (
          await callService(app.service, 'POST', `/share/${app.id}`, {
            as: app.mei,
            body: { uri: 'svc://my/Trip', permissions: forUsers },
          })
        ).code,
      ).toBe(0)
      await app.user.type(screen.getByRole('searchbox'), 'nothing there{Enter}')
      await expectWayToSignIn()
    })
  })
})
