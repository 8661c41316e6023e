import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import { displayName } from '#src/i18n/names.ts'
import { phoneQuery } from '#src/ui/sizes/use-media-query.ts'
import { setMedia } from '../../dom/dom-state.ts'
import { here, type RenderOptions, type Backend } from '../../dom/harness.tsx'
import { callService } from '../../processes/service-api.ts'
import { day, seedShare, page, row, names, enter, copied, states } from './fixtures.tsx'

describe('S5', () => {
  const open = async (name: string, options: RenderOptions) => {
    const view = await page(options)
    await view.user.click(await row(name))
    await enter(view.user)
    return { ...view, panel: within(await screen.findByRole('complementary', { name })) }
  }

  it('shows a QR code when asked', async () => {
    const { user, panel } = await open('plan.pdf', {
      seed: (backend) => void seedShare(backend, 'plan.pdf'),
    })
    expect(panel.queryByRole('img', { name: /^QR code/ })).not.toBeInTheDocument()
    await user.click(panel.getByRole('button', { name: 'QR code' }))
    const code = await panel.findByRole('img', { name: 'QR code of the link to plan.pdf' })
    expect(code.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(500)
    expect(panel.getByRole('button', { name: 'Download as SVG' })).toBeInTheDocument()
  })

  it('hands a link to the share sheet of the system, where there is one', async () => {
    const shared: ShareData[] = []
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: async (data: ShareData) => void shared.push(data),
    })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
    const { user, panel } = await open('plan.pdf', {
      seed: (backend) => void seedShare(backend, 'plan.pdf', { password: 'geheim77' }),
    })
    await user.click(panel.getByRole('button', { name: 'Send…' }))
    expect(shared).toHaveLength(1)
    expect(shared[0]).toMatchObject({ title: 'plan.pdf' })
    expect(shared[0]?.url).toMatch(/\/s\/\w+$/)
  })

  it('copies nothing when Send… is pressed again while the share sheet is open', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('open', 'InvalidStateError')))
    share.mockImplementationOnce(() => new Promise(() => {}))
    Object.defineProperty(navigator, 'share', { configurable: true, value: share })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
    const { user, panel } = await open('plan.pdf', {
      seed: (backend) => void seedShare(backend, 'plan.pdf'),
    })
    const before = await copied()
    await user.click(panel.getByRole('button', { name: 'Send…' }))
    await user.click(panel.getByRole('button', { name: 'Send…' }))
    expect(share).toHaveBeenCalledTimes(2)
    expect(await copied()).toBe(before)
  })

  it('keeps the password behind dots, shows it when asked, and copies it', async () => {
    const { user, panel } = await open('plan.pdf', {
      seed: (backend) => void seedShare(backend, 'plan.pdf', { password: 'geheim-77' }),
    })
    expect(document.body.innerHTML).not.toContain('geheim-77')
    await user.click(panel.getByRole('button', { name: 'Copy password' }))
    expect(await copied()).toBe('geheim-77')
    expect(document.body.innerHTML).not.toContain('geheim-77')
    await user.click(panel.getByRole('button', { name: 'Show password' }))
    expect(panel.getByText('geheim-77')).toBeInTheDocument()
    await user.click(panel.getByRole('button', { name: 'Hide password' }))
    expect(document.body.innerHTML).not.toContain('geheim-77')
    expect(here() + document.title + JSON.stringify(sessionStorage)).not.toContain('geheim')
  })

  it('decodes who may do what, and shows as stored what it cannot decode', async () => {
    const { panel } = await open('plan.pdf', {
      seed: (backend) => {
        seedShare(backend, 'plan.pdf', {
          permissionSetting: {
            everyone: 'AQ==',
            anonymous: '',
            same_group: 'Dw==',
            other: '!raw!',
            group_explicit: { g7: 'Aw==' },
            user_explicit: { [backend.lin]: 'gAE=' },
          },
        })
      },
    })
    const fact = (term: string) => panel.getByText(term).closest('dt')?.nextElementSibling
    expect(fact('Public')).toHaveTextContent('Read')
    expect(fact('People not signed in')).toHaveTextContent('Nothing')
    expect(fact('Your group')).toHaveTextContent('Read, change, add, delete')
    expect(fact('Signed-in people')).toHaveTextContent('As stored: !raw!')
    expect(fact(`Group ${displayName('g7')}`)).toHaveTextContent('Read, change')
    await panel.findByText(displayName('Lin Okafor'))
    expect(fact(displayName('Lin Okafor'))).toHaveTextContent('#7, #8')
  })

  it.each([
    ['everyone may change it', { everyone: 'Aw==' }, 'Public · can change', true],
    ['only the own group may change it', { same_group: 'Aw==' }, 'Your group · can change', false],
  ])(
    'says who may open it in the words of the list, amber where strangers may change it: %s',
    async (_, setting, words, isAmber) => {
      const { panel } = await open('plan.pdf', {
        seed: (backend) =>
          void seedShare(backend, 'plan.pdf', {
            permissionSetting: { ...noPermissions, ...setting },
          }),
      })
      const access = panel.getByText(words)
      expect(access).toBeVisible()
      expect(access.hasAttribute('data-open-to-change')).toBe(isAmber)
    },
  )

  it('shows owner, dates, size and whose view visitors see', async () => {
    const { panel } = await open('Album', { seed: states })
    expect(await panel.findByText('Mei Wang')).toBeInTheDocument()
    expect(panel.getByText('Visitors see my layout')).toBeInTheDocument()
    expect(panel.getByText('Never expires')).toBeInTheDocument()
  })

  it('is in the address, and closes with Escape on to its row', async () => {
    const { user } = await open('plan.pdf', {
      seed: (backend) => void seedShare(backend, 'plan.pdf'),
    })
    expect(here()).toMatch(/^\/shares\?open=\w+$/)
    await user.click(screen.getByRole('button', { name: /^Close/ }))
    await waitFor(() => expect(here()).toBe('/shares'))
    await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument())
    await waitFor(() => expect(document.body).not.toHaveFocus())
  })
})

describe('S10', () => {
  const open = async (name: string, backend: (backend: Backend) => void) => {
    const view = await page({ seed: backend })
    await view.user.click(await row(name))
    await enter(view.user)
    return { ...view, panel: within(await screen.findByRole('complementary', { name })) }
  }
  const show = async (name: string, backend: (backend: Backend) => void) => {
    const view = await open(name, backend)
    await view.user.click(view.panel.getByRole('button', { name: 'Show' }))
    return view
  }
  const target = () => {
    const params = new URLSearchParams(window.location.search)
    return [window.location.pathname, params.get('uri'), params.get('focus')]
  }
  const own = (path: string) => `svc://my/${path}`

  it('goes to the folder of a shared file, with the file in focus', async () => {
    await show('a b.txt', (backend) => void seedShare(backend, 'a b.txt', {}, ['Deep', 'Down']))
    await waitFor(() =>
      expect(target()).toEqual(['/files', own('Deep/Down'), own('Deep/Down/a%20b.txt')]),
    )
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('a b.txt'))
  })

  it('S16 tells the folder of a live link, too', async () => {
    const { panel } = await open(
      'a b.txt',
      (backend) => void seedShare(backend, 'a b.txt', {}, ['Deep', 'Down']),
    )
    expect(await panel.findByText('Deep / Down')).toBeVisible()
  })

  it('goes to the parent of a shared folder, with the folder in focus', async () => {
    await show('Down', ({ service, mei }) => {
      service.seed.addShare(service.seed.addFolder(mei, ['Deep', 'Down']))
    })
    await waitFor(() => expect(target()).toEqual(['/files', own('Deep'), own('Deep/Down')]))
  })

  it('finds the item of a dead link by its name and its links, and S16 tells its folder at once', async () => {
    const { user, panel } = await open('twin.txt', (backend) => {
      backend.service.seed.addFile(backend.mei, ['A', 'twin.txt'])
      seedShare(backend, 'twin.txt', { expires: Date.now() - day }, ['B', 'Deep'])
    })
    expect(await panel.findByText('B / Deep')).toBeVisible()
    expect(here()).toMatch(/^\/shares/)
    await user.click(panel.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(target()[2]).toMatch(/my\/B\/Deep\/twin\.txt$/))
    expect(target()[1]).toMatch(/my\/B\/Deep$/)
  })

  it('says of a link that was live where its item is, and calls it dead in its row too', async () => {
    const { user, panel, service, mei } = await open(
      'plan.pdf',
      (backend) => void seedShare(backend, 'plan.pdf'),
    )
    await callService(service, 'DELETE', '/file', { as: mei, body: { uris: [own('plan.pdf')] } })
    await user.click(panel.getByRole('button', { name: 'Show' }))
    expect(await panel.findByText('The file is in the trash.')).toBeVisible()
    expect(await within(await row('plan.pdf')).findByText('Source gone')).toBeVisible()
  })

  it('leads to the trash when the item is there', async () => {
    const { user, panel } = await open('gone.txt', states)
    expect(await panel.findByText('The file is in the trash.')).toBeInTheDocument()
    await user.click(panel.getByRole('button', { name: 'Show in Trash' }))
    await waitFor(() => expect(here()).toBe('/trash?q=gone.txt'))
  })

  it('leads to the deleted folder by the path that the item had when it was seen last', async () => {
    const app = await show('inside.txt', (backend) => {
      seedShare(backend, 'inside.txt', {}, ['Folder', 'Deep'])
      // There is another deleted folder of that name.
      backend.service.seed.trashFile(backend.service.seed.addFolder(backend.mei, ['A', 'Folder']))
    })
    await waitFor(() => expect(target()[2]).toMatch(/Folder\/Deep\/inside\.txt$/))
    app.service.seed.trashFile(app.service.seed.addFolder(app.mei, ['Folder']))
    window.history.back()
    const panel = within(await screen.findByRole('complementary', { name: /inside/ }))
    await app.user.click(await panel.findByRole('button', { name: 'Show' }))
    expect(await panel.findByText(/in the folder .*Folder/)).toBeVisible()
    await app.user.click(panel.getByRole('button', { name: 'Show in Trash' }))
    await waitFor(() => expect(here()).toBe('/trash?q=Folder'))
  })

  it('leads to the deleted folder by the path that the list tells', async () => {
    const view = await page({
      seed: (backend) => {
        const { service, mei } = backend
        seedShare(backend, 'inside.txt', {}, ['Folder', 'Deep'])
        service.seed.trashFile(service.seed.addFolder(mei, ['Folder']))
      },
      between: (service) => ({
        elsewhere: () => Promise.reject(new TypeError('no other origin')),
        fetch: async (request) => {
          const answer = await service.fetch(request)
          if (new URL(request.url).pathname !== '/api/v4/share') return answer
          const list = (await answer.json()) as { data: { shares: object[] } }
          for (const link of list.data.shares)
            Object.assign(link, { source_uri: 'svc://my/Folder/Deep' })
          return Response.json(list, { headers: answer.headers })
        },
      }),
    })
    await view.user.click(await row('inside.txt'))
    await enter(view.user)
    const panel = within(await screen.findByRole('complementary', { name: 'inside.txt' }))
    expect(await panel.findByText(/in the folder .*Folder/)).toBeVisible()
    expect(panel.getByRole('button', { name: /^Restore the folder .*Folder/ })).toBeVisible()
  })

  it('says so when the item is nowhere to be found', async () => {
    const { panel } = await open('inside.txt', (backend) => {
      seedShare(backend, 'inside.txt', {}, ['Folder'])
      backend.service.seed.trashFile(backend.service.seed.addFolder(backend.mei, ['Folder']))
    })
    expect(await panel.findByText(/was not found.*or in a deleted folder\.$/)).toBeInTheDocument()
    expect(panel.queryByRole('button', { name: 'Look inside' })).toBeNull()
    expect(panel.getByRole('button', { name: 'Show in Trash' })).toBeVisible()
  })
})

describe('S7 deleting a link from its details', () => {
  for (const [where, role, isPhone] of [
    ['on a phone', 'dialog', true],
    ['beside the list', 'complementary', false],
  ] as const)
    it(`closes them ${where}, and Undo brings the link back`, async () => {
      setMedia(phoneQuery, isPhone)
      const { user } = await page({
        seed: (backend) => {
          for (const name of ['a.txt', 'b.txt']) seedShare(backend, name)
        },
      })
      await user.click(await row('a.txt'))
      // On a phone the tap has opened the details already.
      if (!isPhone) await enter(user)
      const details = within(await screen.findByRole(role, { name: 'a.txt' }))
      await user.click(details.getByRole('button', { name: 'Delete link' }))
      await waitFor(() => expect(names()).toEqual(['b.txt']))
      await waitFor(() => expect(screen.queryByRole(role)).not.toBeInTheDocument())
      expect(here()).toBe('/shares')
      await user.click(await screen.findByRole('button', { name: /^Undo: / }))
      await waitFor(() => expect(names()).toEqual(['b.txt', 'a.txt']))
      expect(screen.queryByRole(role)).not.toBeInTheDocument()
    })
})
