import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { here, password, renderApp, type Backend } from '../../dom/harness.tsx'
import type { Sent } from '../../dom/network.ts'
import { recordSavedAddresses } from '../../features/files/downloads/saved-addresses.ts'
import { callService, linksOfMei } from '../../processes/service-api.ts'
import { share } from './fixtures.tsx'

const row = (name: string) => screen.findByRole('row', { name })
async function visits(backend: Backend, id: string) {
  const link = (await linksOfMei(backend)).find((one) => one.id === id)
  return { visited: link?.visited, downloaded: link?.downloaded ?? 0 }
}

const saved = recordSavedAddresses()

const bytes = (text: string) => ({ contents: new TextEncoder().encode(text) })

/** The page of a link to a folder that holds another one and two files. */
async function openFolder(
  options: Parameters<typeof share>[1] = {},
  { suffix = '', as = null, path }: { suffix?: string; as?: 'lin' | null; path?: string } = {},
) {
  let id = ''
  const sent: Sent[] = []
  const app = await renderApp({
    as,
    passwords: true,
    seed: ({ service, mei }) => {
      const folder = service.seed.addFolder(mei, ['Private', 'Press kit'])
      service.seed.addFile(mei, ['Private', 'Press kit', 'Logos', 'mark.svg'], bytes('<svg/>'))
      service.seed.addFile(mei, ['Private', 'Press kit', 'notes.txt'], bytes('be brief'))
      id = service.seed.addShare(folder, options)
    },
    path: () => path?.replace('ID', id) ?? `/s/${id}${suffix}`,
    faults: (faults) =>
      faults.always(
        (request) => {
          sent.push(request)
          return false
        },
        { kind: 'drop' },
      ),
  })
  return { ...app, id, sent }
}

describe('F7 what a link leads to', () => {
  it('is a folder to walk in without signing in; its password is in no address of the page', async () => {
    const { user, id, sent } = await openFolder({ password: 'sesame' }, { suffix: '/sesame' })
    await row('notes.txt')
    expect(here()).toBe(`/files?uri=svc%3A%2F%2F${id}%40share`)
    expect(await screen.findByRole('heading', { name: 'Press kit' })).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Press kit · Latchkey'))
    await user.dblClick(await row('Logos'))
    await row('mark.svg')
    expect(here()).toBe(`/files?uri=svc%3A%2F%2F${id}%40share%2FLogos`)
    await user.click(
      within(screen.getByRole('navigation', { name: 'Path' })).getByRole('link', {
        name: 'Press kit',
      }),
    )
    await row('notes.txt')
    expect(here()).not.toContain('sesame')
    expect(document.body.innerHTML).not.toContain('sesame')
    const asked = sent.filter(({ path }) => path === '/file').map(({ query }) => query.get('uri'))
    expect(asked).toContain(`svc://${id}:sesame@share/Logos`)
    expect(document.body.textContent).not.toContain('Private')
  })

  it('offers a visitor what he may do, and nothing of an account', async () => {
    const { user } = await openFolder()
    const notes = await row('notes.txt')
    expect(screen.getByText('Read-only')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'New folder' })).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    await user.pointer({ keys: '[MouseRight]', target: notes })
    await screen.findByRole('menu')
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Open↵',
      'Download',
      'Details',
    ])
    await user.keyboard('{Escape}')
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/sign-in\?to=%2Fs%2F/),
    )
  })

  it('can be searched by a visitor (F9)', async () => {
    const { user } = await openFolder({ password: 'sesame' }, { suffix: '/sesame' })
    await row('notes.txt')
    await user.keyboard('/mark{Enter}')
    // The rows are drawn anew when the list of what was found takes the place of the folder.
    await waitFor(() =>
      expect(
        within(screen.getByRole('row', { name: 'mark.svg' })).getByText('Logos'),
      ).toBeVisible(),
    )
    expect(document.body.innerHTML).not.toContain('sesame')
  })

  it.each([null, 'lin'] as const)(
    'G7 is reached by keys alone with the focus always on the page (%s)',
    async (as) => {
      const { user } = await openFolder({ password: 'sesame' }, { as })
      expect(await screen.findByLabelText('Password')).toHaveFocus()
      await user.keyboard('sesame{Enter}')
      await row('notes.txt')
      // The first row follows the head of the list.
      await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveFocus())
    },
  )

  it('opens in the frame of somebody who is signed in', async () => {
    await openFolder({}, { as: 'lin' })
    await row('notes.txt')
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
  })

  it('is a file that is downloaded with the password of its link', async () => {
    let id = ''
    const asked: string[] = []
    const { user } = await renderApp({
      as: null,
      seed: ({ service, mei }) => {
        const file = service.seed.addFile(mei, ['Reports', '50 % & more.txt'], bytes('all of it'))
        id = service.seed.addShare(file, { password: 'open sesame' })
      },
      path: () => `/s/${id}/open%20sesame`,
      faults: (faults) =>
        faults.always(({ path, body }) => path === '/file/url' && asked.push(body) < 0, {
          kind: 'drop',
        }),
    })
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await (await fetch(saved[0] ?? '')).text()).toBe('all of it')
    // A shared file stands by its name below its link: other services know it by nothing else (R3).
    expect(asked[0]).toContain(`svc://${id}:open%20sesame@share/50%20%25%20`)
    expect(saved[0]).not.toContain('sesame')
  })

  it('is a folder that is downloaded as one archive', async () => {
    const { user } = await openFolder({}, { as: 'lin' })
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await (await fetch(saved[0] ?? '')).text()).toMatch(/^PK[^]*mark\.svg/)
  })

  it('counts one visit, however often one goes back and forth, and none for a wrong password', async () => {
    const app = await openFolder({ password: 'sesame' })
    await app.user.type(await screen.findByLabelText('Password'), 'barley{Enter}')
    await screen.findByText('Wrong password.')
    expect((await visits(app, app.id)).visited).toBe(0)
    await app.user.clear(screen.getByLabelText('Password'))
    await app.user.type(screen.getByLabelText('Password'), 'sesame{Enter}')
    await row('notes.txt')
    window.history.back()
    await row('notes.txt')
    expect(await visits(app, app.id)).toEqual({ visited: 1, downloaded: 0 })
  })

  it('tells how many downloads are left', async () => {
    await openFolder({ remainDownloads: 3 })
    expect((await screen.findByText('Downloads left')).nextSibling).toHaveTextContent('3')
  })

  it.each([
    ['expired', { expires: 1 }],
    ['used up', { remainDownloads: 0 }],
    ['withdrawn', null],
  ])('that is %s leads nowhere, without an alert', async (_what, link) => {
    let id = ''
    await renderApp({
      as: null,
      seed: async (backend) => {
        id = share(backend, link ?? {})
        if (link) return
        const { service, mei } = backend
        expect((await callService(service, 'DELETE', `/share/${id}`, { as: mei })).code).toBe(0)
      },
      path: () => `/s/${id}`,
    })
    expect(await screen.findByText('This link no longer works')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  })

  it('is opened at the folder that its address names, also when the address has the password', async () => {
    const { id } = await openFolder({ password: 'sesame' }, { suffix: '/sesame?path=%2FLogos' })
    await row('mark.svg')
    expect(here()).toBe(`/files?uri=svc%3A%2F%2F${id}%40share%2FLogos`)
  })

  it('is opened at that folder from a page that is already open', async () => {
    const { id } = await openFolder({ password: 'sesame' }, { path: '/sign-in' })
    act(() => {
      window.history.pushState(null, '', `/s/${id}/sesame?path=%2FLogos`)
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
    })
    await row('mark.svg')
    expect(here()).toBe(`/files?uri=svc%3A%2F%2F${id}%40share%2FLogos`)
  })

  it('asks for its password again where the page was loaded anew behind it', async () => {
    const { user } = await openFolder(
      { password: 'sesame' },
      { path: '/files?uri=svc%3A%2F%2FID%40share%2FLogos' },
    )
    const face = await screen.findByRole('alert', undefined, { timeout: 10_000 })
    expect(within(face).getByRole('heading')).toHaveTextContent(
      'This link is protected by a password.',
    )
    expect(face).not.toHaveTextContent('not right')
    expect(within(face).queryByRole('button', { name: 'Retry' })).toBeNull()
    await user.click(within(face).getByRole('link', { name: 'Open the link' }))
    await user.type(await screen.findByLabelText('Password'), 'sesame{Enter}')
    // The same folder is open again.
    expect(await row('mark.svg')).toBeVisible()
    expect(here()).toMatch(/^\/files\?uri=.*Logos$/)
  })

  const notForVisitors = {
    permissionSetting: {
      same_group: null,
      everyone: null,
      other: encodeBoolset([SharePermission.read]),
      anonymous: null,
      group_explicit: {},
      user_explicit: {},
    },
  }
  const signIn = async ({ user }: Awaited<ReturnType<typeof openFolder>>) => {
    await user.click(await screen.findByRole('link', { name: 'Sign in' }))
    await user.type(await screen.findByLabelText('Email'), 'lin@example.org')
    await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
  }

  it('that is not for visitors says so, and opens once one has signed in', async () => {
    const app = await openFolder(notForVisitors)
    expect(await screen.findByText('Sign in to open this.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
    await signIn(app)
    expect(await row('notes.txt')).toBeVisible()
    expect(screen.queryByText('Sign in to open this.')).toBeNull()
  })

  it.each([
    ['that is not for visitors', notForVisitors],
    ['that anyone may read', {}],
  ])('%s shows the same folder below it once one has signed in', async (_, options) => {
    const path = '/files?uri=svc%3A%2F%2FID%40share%2FLogos'
    const app = await openFolder(options, { path })
    await signIn(app)
    expect(await row('mark.svg')).toBeVisible()
    expect(here()).toBe(path.replace('ID', app.id))
  })

  it('leads who is not signed in nowhere else than through links', async () => {
    await openFolder({}, { path: '/files?uri=svc%3A%2F%2Fmy' })
    await waitFor(() => expect(here()).toMatch(/^\/sign-in\?to=/))
  })
})
