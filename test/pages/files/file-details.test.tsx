import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keys } from '#src/lists/keys.ts'
import { renderApp, requestTo, type Backend } from '../../dom/harness.tsx'
import { callService, filesAt } from '../../processes/service-api.ts'

const ids: Record<string, string> = {}

function seedWork({ service, mei }: Backend): void {
  const above = service.seed.addFolder(mei, ['Work'])
  service.seed.setView(above, { page_size: 50, order: 'name', order_direction: 'asc' })
  ids['Drafts'] = service.seed.addFolder(mei, ['Work', 'Drafts'])
  const own = service.seed.addFolder(mei, ['Work', 'Own'])
  service.seed.setView(own, { page_size: 50, order: 'size', order_direction: 'asc' })
  ids['Own'] = own
  const letter = service.seed.addFile(mei, ['Work', 'letter.txt'], {
    size: 12,
    metadata: {
      'tag:urgent': '#d32f2f',
      'customize:emoji': '🌊',
      'customize:icon_color': '#0277bd',
      'props:note': 'for Lin',
      'exif:camera_make': 'Leica',
      'exif:white_balance': 'auto',
      'exif:f': '2.8',
      'exif:x': '1600',
      'exif:y': '1067',
      'exif:taken_at': '2026-07-05T22:41:09+02:00',
    },
  })
  service.seed.addShare(letter, { password: 'secret1' })
  ids['letter.txt'] = letter
}

async function detailsOf(name: string, options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({
    path: () => `/files?uri=svc%3A%2F%2Fmy%2FWork&open=${ids[name]}`,
    seed: seedWork,
    ...options,
  })
  return { ...app, panel: within(await screen.findByRole('complementary', { name })) }
}
/** The description of a term. */
const fact = async (panel: Awaited<ReturnType<typeof detailsOf>>['panel'], term: string) =>
  (await panel.findByText(term, { selector: 'dt, dt *' })).closest('dt')?.nextElementSibling

describe('F4 details', () => {
  it('count what is in a folder when they open', async () => {
    const { panel, requests } = await detailsOf('Drafts', {
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Work', 'Drafts', 'a.pdf'], { size: 4096 })
        backend.service.seed.addFile(backend.mei, ['Work', 'Drafts', 'b.pdf'], { size: 1024 })
      },
    })
    await waitFor(async () => expect(await fact(panel, 'Size')).toHaveTextContent('5 kB'))
    expect(requests.filter(({ query }) => query.includes('folder_summary'))).toHaveLength(1)
  })

  it('say that they count what is in a folder, and let one try again where nobody says', async () => {
    const isCounting = ({ query }: { query: URLSearchParams }) => query.has('folder_summary')
    let go = () => {}
    const until = new Promise<void>((resolve) => (go = resolve))
    const { panel, user, faults, client } = await detailsOf('Drafts', {
      faults: (wire) => wire.always(isCounting, { kind: 'hold', until }),
    })
    expect(await fact(panel, 'Size')).toHaveTextContent('Loading')
    go()
    await waitFor(async () => expect(await fact(panel, 'Size')).toHaveTextContent(/^0\sB$/))
    faults.clear()
    // What was counted before may not be so any more.
    faults.always(isCounting, { kind: 'json', body: { code: 403, msg: 'no' } })
    await act(() => client.invalidateQueries({ queryKey: keys.files.infos() }))
    await waitFor(async () => expect(await fact(panel, 'Size')).toHaveTextContent(/^—\s*Retry$/))
    faults.clear()
    await user.click(within((await fact(panel, 'Size')) as HTMLElement).getByRole('button'))
    await waitFor(async () => expect(await fact(panel, 'Size')).toHaveTextContent(/^0\sB$/))
  })

  it('keep the focus while they count again what nobody said', async () => {
    const isCounting = ({ query }: { query: URLSearchParams }) => query.has('folder_summary')
    const { user, faults } = await detailsOf('Drafts', {
      faults: (wire) => wire.always(isCounting, { kind: 'json', body: { code: 403, msg: 'no' } }),
    })
    const retry = await screen.findByRole('button', { name: 'Retry: Size' })
    let go = () => {}
    const until = new Promise<void>((resolve) => (go = resolve))
    faults.clear()
    faults.always(isCounting, { kind: 'hold', until })
    await user.click(retry)
    await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'))
    expect(retry).toHaveFocus()
    go()
    await waitFor(() => expect(retry).not.toBeInTheDocument())
    expect(document.activeElement).toHaveTextContent(/^0\sB$/)
  })

  it('count what is in a folder again when others change it', async () => {
    const app = await detailsOf('Drafts', { isLive: true, isStrict: false })
    const { panel, requests } = app
    await waitFor(async () => expect(await fact(panel, 'Size')).toHaveTextContent('0 B'))
    await waitFor(() =>
      expect(requests.find(({ path }) => path === '/file/events')?.status).toBe(200),
    )
    const uri = encodeURIComponent('svc://my/Work/Drafts/a.txt')
    const { code } = await callService(app.service, 'PUT', `/file/content?uri=${uri}`, {
      as: app.mei,
      body: 'x'.repeat(30),
    })
    expect(code).toBe(0)
    await waitFor(async () => expect(await fact(panel, 'Size')).toHaveTextContent('30 B'))
  })

  it('lead to the file itself (F8)', async () => {
    const { panel, user, requests } = await detailsOf('letter.txt')
    await user.click(panel.getByRole('button', { name: 'Download' }))
    const { query } = await requestTo(requests, 'POST', '/file/url')
    expect(query).toBe('')
  })

  it('tell whose it is, the links on it and what is written on it', async () => {
    const { panel, user } = await detailsOf('letter.txt')
    expect(await fact(panel, 'Owner')).toHaveTextContent('You')
    expect(await fact(panel, 'note')).toHaveTextContent('for Lin')
    expect((await fact(panel, 'Tags'))?.textContent).toBe('urgent')
    expect((await fact(panel, 'Colour'))?.textContent).toBe('#0277bd')
    const swatchOf = async (term: string) =>
      (await fact(panel, term))?.querySelector<HTMLElement>('[aria-hidden]')?.style.background
    expect(await swatchOf('Tags')).toBe('rgb(211, 47, 47)')
    expect(await swatchOf('Colour')).toBe('rgb(2, 119, 189)')
    expect((await fact(panel, 'Emoji'))?.textContent).toBe('🌊')
    expect(await fact(panel, 'Camera make')).toHaveTextContent('Leica')
    expect(await fact(panel, 'White balance')).toHaveTextContent('auto')
    expect(await fact(panel, 'Aperture')).toHaveTextContent('ƒ/2.8')
    expect(await fact(panel, 'Dimensions')).toHaveTextContent('1600 × 1067')
    expect(panel.queryByText('X', { selector: 'dt *' })).toBeNull()
    const taken = (await fact(panel, 'Taken'))?.querySelector('time')
    expect(taken).toHaveAttribute('datetime', '2026-07-05T20:41:09.000Z')
    expect(await panel.findByRole('heading', { name: 'Links' })).toBeVisible()
    await user.click(panel.getByRole('button', { name: /^Copy link \S+\/s\/\w+$/ }))
    const link = await navigator.clipboard.readText()
    expect(link).toMatch(/\/s\/\w+$/)
    expect(link).not.toContain('secret1')
  })

  it('of an item that Undo has brought back ask once, and say what the service says', async () => {
    const app = await detailsOf('letter.txt', { isStrict: false })
    const { user, requests } = app
    const asked = () => requests.filter(({ path }) => path === '/file/info').length
    const modified = async () => {
      const shown = within(await screen.findByRole('complementary', { name: 'letter.txt' }))
      return (await fact(shown, 'Modified'))?.querySelector('time')?.dateTime
    }
    ;(await screen.findByRole('row', { name: 'letter.txt' })).focus()
    await user.keyboard('{Delete}')
    await screen.findByRole('button', { name: /^Undo: / })
    const before = asked()
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText(/letter\.txt.* restored/)
    const letter = (await filesAt(app, 'svc://my/Work')).find(({ name }) => name === 'letter.txt')
    const updatedAt = new Date(letter?.updated_at ?? '').toISOString()
    await waitFor(async () => expect(await modified()).toBe(updatedAt))
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    // When they are drawn again, and once more for the time of the row.
    expect(asked() - before).toBeLessThanOrEqual(3)
  })

  it.each([
    ['Own', 'Its own'],
    ['Drafts', 'From Work'],
  ])('of the folder %s say where its view comes from: %s', async (name, words) => {
    const { panel } = await detailsOf(name)
    expect(await fact(panel, 'View')).toHaveTextContent(words)
  })

  it('of a folder that somebody else shares do not speak of one’s own Files', async () => {
    let opened = ''
    const { panel } = await detailsOf('Drafts', {
      seed: ({ service, lin }) => {
        const drafts = service.seed.addFolder(lin, ['Theirs', 'Drafts'])
        const link = service.seed.addShare(service.seed.findFile(lin, ['Theirs']) ?? '')
        opened = `/files?${new URLSearchParams({ uri: `svc://${link}@share`, open: drafts }).toString()}`
      },
      path: () => opened,
    })
    expect(await fact(panel, 'View')).toHaveTextContent(/^Default, or as its owner shares it$/)
  })

  it('keep what the list knows when the service does not answer', async () => {
    const { panel } = await detailsOf('letter.txt', {
      faults: (faults) =>
        faults.always('GET /file/info', { kind: 'json', body: { code: 403, msg: 'no' } }),
    })
    expect(await fact(panel, 'Size')).toHaveTextContent('12 B')
    expect(await panel.findByText(/don’t have access/)).toBeVisible()
    expect(panel.queryByRole('heading', { name: 'Links' })).toBeNull()
  })
})
