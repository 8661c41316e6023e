import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { displayName } from '#src/i18n/names.ts'
import { renderApp } from '../../dom/harness.tsx'
import type { Faults, Sent } from '../../dom/network.ts'
import { recordSavedAddresses } from '../../features/files/downloads/saved-addresses.ts'
import { callService, linksOfMei } from '../../processes/service-api.ts'
import { comeBack, open, share } from './fixtures.tsx'

const saved = recordSavedAddresses()

const left = () => screen.getByText('Downloads left').nextSibling
const download = () => screen.findByRole('button', { name: 'Download' })
const noActions = () => {
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
}
const read = encodeBoolset([SharePermission.read])
const forSomeone = { permissionSetting: { ...noPermissions, user_explicit: { someone: read } } }

/** A service that tells everybody what a link leads to. */
function tellRecord(faults: Faults): void {
  const data = {
    id: '',
    name: 'Quarterly review.pdf',
    unlocked: true,
    source_type: 0,
    owner: { id: 'mei', nickname: 'Mei Wang' },
  }
  const isOfLink = ({ path }: Sent) => {
    data.id = /^\/share\/info\/(\w+)/.exec(path)?.[1] ?? ''
    return data.id !== ''
  }
  faults.always(isOfLink, { kind: 'json', body: { code: 0, data } })
}

describe('F7 what the page of a link offers', () => {
  it('counts the downloads that are left down, and offers none when there is none', async () => {
    const { user, requests } = await open({ remainDownloads: 2 })
    await user.click(await download())
    await waitFor(() => expect(left()).toHaveTextContent('1'))
    await user.click(await download())
    await waitFor(() => expect(left()).toHaveTextContent('0'))
    expect(await download()).toHaveAttribute('aria-disabled', 'true')
    expect(saved).toHaveLength(2)
    expect(requests.filter(({ path }) => path === '/file/url')).toHaveLength(2)
  })

  it('does not count a download that was refused', async () => {
    const { user, faults } = await open({ remainDownloads: 2 })
    await download()
    faults.next('POST /file/url', { kind: 'json', body: { code: 403, msg: 'no' } })
    await user.click(await download())
    await screen.findByRole('alert')
    await waitFor(() => expect(left()).toHaveTextContent('2'))
  })

  it('says that it costs something, without a number that has no unit', async () => {
    await open({ price: 120 })
    expect(await screen.findByText('Paid link')).toBeVisible()
    expect(screen.queryByText(/120/)).toBeNull()
    expect(
      await screen.findByText('This link costs money, and you cannot pay on this page.'),
    ).toBeVisible()
    noActions()
  })

  it('is all of it for the owner, whatever it costs', async () => {
    let id = ''
    await renderApp({
      seed: (backend) => {
        id = share(backend, { price: 120 })
      },
      path: () => `/s/${id}`,
    })
    expect(await download()).toBeVisible()
    expect(screen.getByText('Paid link')).toBeVisible()
  })

  it('is nothing to somebody who may not open it: it says whom to ask, and tells no name', async () => {
    const { requests } = await open(forSomeone, { as: 'lin' })
    expect(await screen.findByRole('heading', { name: 'You can’t open this link' })).toBeVisible()
    expect(screen.getByText('Ask the sender for access.')).toBeVisible()
    noActions()
    // Whether it has been saved is known; neither is a shortcut to it offered.
    await waitFor(() => expect(requests.some(({ path }) => path === '/file')).toBe(true))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Save to Shared with me' })).toBeNull()
    expect(document.body).not.toHaveTextContent('Quarterly review')
    expect(document.title).toBe('Shared link · Latchkey')
  })

  it('is all of it to somebody who is named, and one visit', async () => {
    let id = ''
    const app = await renderApp({
      as: 'lin',
      seed: (backend) => {
        id = share(backend, {
          permissionSetting: { ...noPermissions, user_explicit: { [backend.lin]: read } },
        })
      },
      path: () => `/s/${id}`,
    })
    expect(await download()).toBeVisible()
    expect((await linksOfMei(app))[0]?.visited).toBe(1)
  })

  it('is what the sender has allowed meanwhile, when one comes back to the tab', async () => {
    const app = await open(forSomeone, { as: 'lin' })
    await screen.findByText('Ask the sender for access.')
    await callService(app.service, 'POST', `/share/${app.id}`, {
      as: app.mei,
      body: {
        uri: 'svc://my/Reports/Quarterly%20review.pdf',
        permissions: { ...noPermissions, user_explicit: { [app.lin]: read } },
      },
    })
    comeBack()
    expect(await download()).toBeVisible()
  })

  it('is nothing to them where the service tells its record all the same', async () => {
    await open(forSomeone, { as: 'lin', faults: tellRecord })
    expect(
      await screen.findByText(`You don’t have access. Ask ${displayName('Mei Wang')}.`),
    ).toBeVisible()
    noActions()
    expect(screen.getByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
    // There is nothing to say of the link, and no shortcut to it to be removed.
    expect(screen.queryByRole('region', { name: 'Shared link' })).toBeNull()
  })

  it.each([
    ['says so', {}],
    ['tells its record', { faults: tellRecord }],
  ])(
    'is a way to sign in for a visitor where it is for accounts only: a service that %s',
    async (_, options) => {
      const { id } = await open({ permissionSetting: { ...noPermissions, other: read } }, options)
      expect(await screen.findByText('Sign in to open this.')).toBeVisible()
      noActions()
      expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
        'href',
        `/sign-in?to=${encodeURIComponent(`/s/${id}`)}`,
      )
    },
  )

  it('is not less when the service cannot say who may open it', async () => {
    await open(
      {},
      { faults: (faults) => faults.always('GET /file/info', { kind: 'status', status: 500 }) },
    )
    expect(await download()).toBeVisible()
  })
})
