import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { EmbeddedService } from '#src/server/service.ts'
import { type Backend, renderApp } from '../dom/harness.tsx'

type DirectLink = { id: string; url: string; downloaded: number; created_at: string }

const letter: DirectLink = {
  id: 'dl1',
  url: 'https://drive.example/f/dl1/letter.txt',
  downloaded: 12,
  created_at: '2026-11-20T10:00:00Z',
}

/** A service that gives files direct links, as the public server does (docs/protocol.md §8.8). */
function withDirectLinks(links: DirectLink[], { batchSize = 10, refuses = false } = {}) {
  const sent: string[] = []
  const answer = (data: unknown, rest: object = {}) =>
    Response.json({ code: 0, msg: '', data, ...rest })
  const between = (service: EmbeddedService) => ({
    elsewhere: () => Promise.reject(new TypeError('Failed to fetch')),
    fetch: async (...[request, client]: Parameters<EmbeddedService['fetch']>) => {
      const { pathname } = new URL(request.url)
      if (pathname.endsWith('/file/source')) {
        sent.push(`PUT ${await request.text()}`)
        if (refuses) {
          const failure = { code: 40007, msg: 'Group not allowed' }
          return answer([], { code: 40081, aggregated_error: { 'svc://my/letter.txt': failure } })
        }
        links.push({ ...letter, downloaded: 0 })
        return answer([{ link: letter.url, file_url: 'svc://my/letter.txt' }])
      }
      if (pathname.includes('/file/source/')) {
        sent.push(`DELETE ${pathname.split('/').at(-1) ?? ''}`)
        links.splice(0)
        return answer(undefined)
      }
      const found = await service.fetch(request, client)
      if (!/\/(?:file\/info|user\/me)$/.test(pathname)) return found
      const { data, ...rest } = (await found.json()) as {
        data: { group?: object; extended_info?: object }
      }
      if (data.group)
        return answer({ ...data, group: { ...data.group, direct_link_batch_size: batchSize } })
      if (!data.extended_info) return Response.json({ ...rest, data })
      return answer({ ...data, extended_info: { ...data.extended_info, direct_links: links } })
    },
  })
  return { between, sent }
}

const seed = ({ service, mei }: Backend) => {
  service.seed.addFile(mei, ['letter.txt'])
  service.seed.addFolder(mei, ['Photos'])
}

async function details(name: string, options: Parameters<typeof renderApp>[0]) {
  const app = await renderApp({ path: '/files?layout=list', seed, ...options })
  fireEvent.contextMenu(await screen.findByRole('row', { name }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Details' }))
  const panel = within(await screen.findByRole('complementary', { name }))
  await panel.findByText(/^you$/i)
  return { ...app, panel }
}

describe('F4 direct links', () => {
  it('are in the details of a file, with how often they were used, and can be copied', async () => {
    const { between } = withDirectLinks([letter])
    const { panel, user } = await details('letter.txt', { between })
    expect(await panel.findByRole('heading', { name: 'Direct link' })).toBeVisible()
    expect(panel.getByText('drive.example/f/dl1/letter.txt')).toBeVisible()
    expect(panel.getByText(/^12 downloads/)).toBeVisible()
    expect(panel.queryByRole('button', { name: 'Make a direct link' })).toBeNull()
    await user.click(
      panel.getByRole('button', { name: 'Copy direct link drive.example/f/dl1/letter.txt' }),
    )
    expect(await navigator.clipboard.readText()).toBe(letter.url)
  })

  it('are made for a file where the group may, copied at once', async () => {
    const { between, sent } = withDirectLinks([])
    const { panel, user } = await details('letter.txt', { between })
    await user.click(await panel.findByRole('button', { name: 'Make a direct link' }))
    expect(await panel.findByText('drive.example/f/dl1/letter.txt')).toBeVisible()
    expect(panel.getByText(/^No downloads/)).toBeVisible()
    expect(sent).toEqual(['PUT {"uris":["svc://my/letter.txt"]}'])
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(letter.url))
  })

  it('are removed after a question', async () => {
    const { between, sent } = withDirectLinks([letter])
    const { panel, user } = await details('letter.txt', { between })
    await user.click(await panel.findByRole('button', { name: /^Remove direct link…/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this direct link?' }))
    expect(sent).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Remove direct link' }))
    await waitFor(() => expect(panel.queryByText('drive.example/f/dl1/letter.txt')).toBeNull())
    expect(sent).toEqual(['DELETE dl1'])
  })

  it('that the service refuses: that is said there', async () => {
    const { between } = withDirectLinks([], { refuses: true })
    const { panel, user } = await details('letter.txt', { between })
    await user.click(await panel.findByRole('button', { name: 'Make a direct link' }))
    expect(await panel.findByRole('alert')).toHaveTextContent('Your account does not include this.')
  })

  it.each([
    ['letter.txt', 'the group may not', { batchSize: 0 }],
    ['Photos', 'it is a folder', {}],
  ])('are not offered for %s where %s', async (name, _why, options) => {
    const { between } = withDirectLinks([], options)
    const { panel, requests } = await details(name, { between })
    await waitFor(() =>
      expect(requests.filter(({ path, status }) => path === '/file/info' && status)).not.toEqual(
        [],
      ),
    )
    expect(panel.queryByText(/direct link/i)).toBeNull()
  })

  it('are not offered by the embedded service, which has none', async () => {
    const { panel } = await details('letter.txt', {})
    expect(panel.queryByText(/direct link/i)).toBeNull()
  })
})
