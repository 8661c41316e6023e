import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { phoneQuery } from '#src/ui/sizes/use-media-query.ts'
import { setMedia } from '../../dom/dom-state.ts'
import { type Backend, here, renderApp, type RenderOptions } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'

const place = '/files?uri=svc%3A%2F%2Fshared_with_me&layout=list'
const row = (name: string) => screen.findByRole('row', { name })
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((each) => each.getAttribute('aria-label'))

/** Mei shares a folder, a text with a password, and a text whose link is used up; Lin has shortcuts to all of them. */
function seedShortcuts({ service: { seed }, mei, lin }: Backend) {
  seed.addFile(mei, ['Trip', 'Day one.txt'], { contents: new TextEncoder().encode('rain') })
  const note = seed.addFile(mei, ['Note.txt'], { contents: new TextEncoder().encode('hello') })
  const share = {
    trip: seed.addShare(seed.addFolder(mei, ['Trip'])),
    note: seed.addShare(note, { password: 'noon' }),
    old: seed.addShare(seed.addFile(mei, ['Old.pdf'], { size: 9 }), { remainDownloads: 0 }),
  }
  seed.addShortcut(lin, ['Trip'], share.trip)
  seed.addShortcut(lin, ['Papers', 'Note.txt'], share.note)
  seed.addShortcut(lin, ['Old.pdf'], share.old)
  return share
}

async function atPlace(options: RenderOptions = {}) {
  const app = await renderApp({
    as: 'lin',
    path: place,
    seed: (backend) => void seedShortcuts(backend),
    ...options,
  })
  return app
}

describe('S18 Shared with me', () => {
  it('lists what others share, wherever the shortcuts lie', async () => {
    await atPlace()
    await row('Note.txt')
    expect(names()).toEqual(['Trip', 'Note.txt', 'Old.pdf'])
    const note = within(await row('Note.txt'))
    expect(note.getByRole('img', { name: 'Shortcut' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Shared with me' })).toBeVisible()
    await waitFor(() => expect(document.title).toMatch(/^Shared with me · /))
    // The service has no list of what is shared with somebody by name.
    expect(screen.getByText(/^Only what you saved is listed\./)).toBeVisible()
  })

  it('has room for its note before the list is there', async () => {
    const list = held()
    await atPlace({
      faults: (faults) => faults.always('GET /file', list.fault),
    })
    await screen.findByRole('progressbar', { name: 'Loading' })
    const note = screen.getByText(/^Only what you saved is listed\./)
    expect(note.previousElementSibling).toHaveRole('banner')
    list.free()
    await row('Note.txt')
    expect(screen.getAllByText(/^Only what you saved is listed\./)).toHaveLength(1)
  })

  it('is reached from the sidebar, which marks it', async () => {
    const { user } = await atPlace({ path: '/files' })
    const nav = screen.getByRole('navigation', { name: 'Main' })
    await user.click(await within(nav).findByRole('link', { name: 'Shared with me' }))
    await row('Note.txt')
    const link = within(nav).getByRole('link', { name: 'Shared with me' })
    expect(link).toHaveAttribute('aria-current', 'page')
    expect(within(nav).getByRole('link', { name: 'Files' })).not.toHaveAttribute('aria-current')
  })

  it('says what it is for while it is empty', async () => {
    await atPlace({ seed: () => undefined })
    expect(
      await screen.findByText('Links that you save from their page appear here.'),
    ).toBeVisible()
  })

  it('opens a folder and a text that somebody shares: the sidebar stays on the place, and the path leads back', async () => {
    const { user } = await atPlace()
    await user.dblClick(await row('Trip'))
    expect(await row('Day one.txt')).toBeVisible()
    const nav = screen.getByRole('navigation', { name: 'Main' })
    const entry = within(nav).getByRole('link', { name: 'Shared with me' })
    await waitFor(() => expect(entry).toHaveAttribute('aria-current', 'page'))
    const path = screen.getByRole('navigation', { name: 'Path' })
    await user.click(within(path).getByRole('link', { name: 'Shared with me' }))
    await waitFor(async () => expect(await row('Trip')).toHaveFocus())
    await user.dblClick(await row('Trip'))
    await row('Day one.txt')
    await user.keyboard('{Backspace}')
    expect(await row('Old.pdf')).toBeVisible()
    await user.dblClick(await row('Trip'))
    await user.dblClick(await row('Day one.txt'))
    await screen.findByRole('link', { name: 'Back to the folder' })
    expect(entry).toHaveAttribute('aria-current', 'page')
  })

  it('says in each row who shares it, shows its picture, and shows what one person shares', async () => {
    const { user, requests } = await atPlace({
      seed: (backend) => {
        seedShortcuts(backend)
        const { seed } = backend.service
        const other = seed.addUser({
          email: 'ida@example.org',
          nickname: 'Ida Berg',
          password: 'ida',
        })
        const id = seed.addShare(seed.addFile(other, ['Boat.jpg'], { size: 90 }))
        seed.addShortcut(backend.lin, ['My boat.jpg'], id)
      },
    })
    const boat = within(await row('My boat.jpg'))
    expect(await boat.findByText('Ida Berg')).toBeVisible()
    expect(await within(await row('Trip')).findByText('Mei Wang')).toBeVisible()
    await waitFor(() =>
      expect(
        requests.some(
          ({ path, query }) =>
            path === '/file/thumb' && /Boat\.jpg/.test(query) && !/My/.test(query),
        ),
      ).toBe(true),
    )
    const people = within(screen.getByRole('group', { name: 'People' }))
    await user.click(people.getByRole('button', { name: /Ida Berg.* 1/ }))
    await waitFor(() => expect(names()).toEqual(['My boat.jpg']))
    await user.click(people.getByRole('button', { name: 'All' }))
    await waitFor(() => expect(names()).toHaveLength(4))
  })

  it('says since when each is there, and who shares it on a line of its own in tiles', async () => {
    const at = Date.parse('2026-03-05T12:00:00Z')
    const seed = ({ service: { seed }, mei, lin }: Backend) => {
      const shared = (name: string) => seed.addShare(seed.addFile(mei, [name], { size: 9 }))
      seed.addShortcut(lin, ['Note.txt'], shared('Note.txt'), { createdAt: at, updatedAt: at })
    }
    const { router } = await atPlace({ seed })
    const note = await row('Note.txt')
    expect(within(note).getByText(/5 Mar|Mar 5/)).toBeVisible()
    await within(note).findByText('Mei Wang')
    await act(() => router.navigate(place.replace('layout=list', 'layout=grid')))
    const owner = await screen.findByText('Mei Wang')
    const date = screen.getByText(/5 Mar|Mar 5/)
    expect(owner.closest('small')).not.toBe(date.closest('small'))
  })

  it('is in the bar of a phone', async () => {
    setMedia(phoneQuery, true)
    const { user } = await atPlace({ path: '/files' })
    const bar = screen.getByRole('navigation', { name: 'Main' })
    await user.click(within(bar).getByRole('link', { name: 'Shared with me' }))
    expect(await row('Note.txt')).toBeVisible()
  })

  it('opens a file through its link, which asks for the password', async () => {
    const { user } = await atPlace()
    await user.dblClick(await row('Note.txt'))
    await user.type(await screen.findByLabelText('Password'), 'noon{Enter}')
    expect(await screen.findByRole('heading', { name: 'Note.txt' })).toBeVisible()
    expect(here()).toMatch(/^\/s\/[^/]+$/)
  })

  it('says which links are dead, and one of them on its page, where the shortcut can be removed', async () => {
    const { user, service, lin } = await atPlace()
    const dead = await row('Old.pdf')
    expect(await within(dead).findByText('Dead link')).toBeVisible()
    expect(within(await row('Trip')).queryByText('Dead link')).toBeNull()
    await user.dblClick(dead)
    expect(await screen.findByText(/Ask the sender/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Remove from Shared with me' }))
    expect(await screen.findByText(/Old\.pdf.* removed from Shared with me/)).toBeVisible()
    await waitFor(() => expect(service.seed.findFile(lin, ['Old.pdf'])).toBeUndefined())
  })

  it('removes the shortcut only, with Undo', async () => {
    const { user, service, lin, mei } = await atPlace()
    await user.click(await row('Trip'))
    await user.keyboard('{Delete}')
    expect(await screen.findByText(/Trip.* removed from Shared with me/)).toBeVisible()
    await waitFor(() => expect(names()).toEqual(['Note.txt', 'Old.pdf']))
    expect(service.seed.findFile(lin, ['Trip'])).toBeUndefined()
    expect(service.seed.findFile(mei, ['Trip', 'Day one.txt'])).toBeDefined()
    await user.click(screen.getByRole('button', { name: /^Undo: / }))
    expect(await row('Trip')).toBeVisible()
    expect(service.seed.findFile(lin, ['Trip'])).toBeDefined()
  })

  it('removes several, also those that lie in folders', async () => {
    const { user, service, lin } = await atPlace()
    await row('Note.txt')
    await user.click(screen.getByRole('checkbox', { name: /all/i }))
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('3 items removed from Shared with me')).toBeVisible()
    expect(service.seed.findFile(lin, ['Papers', 'Note.txt'])).toBeUndefined()
    expect(service.seed.findFile(lin, ['Papers'])).toBeDefined()
  })

  it('offers only what makes sense for a shortcut', async () => {
    const { user } = await atPlace()
    await user.pointer({ keys: '[MouseRight]', target: await row('Note.txt') })
    const entries = () =>
      screen.getAllByRole('menuitem').map(({ textContent }) => textContent.replace(/[↵]|Del$/g, ''))
    expect(entries()).toEqual(['Open', 'Download', 'Details', 'Remove'])
  })

  it('offers in a folder what moves the shortcut, and nothing that would need its content', async () => {
    const { user } = await atPlace({ path: '/files?uri=svc%3A%2F%2Fmy%2FPapers&layout=list' })
    await user.pointer({ keys: '[MouseRight]', target: await row('Note.txt') })
    const entries = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    expect(entries.join(' ')).not.toMatch(/Share|Copy|copy/)
    expect(entries.join(' ')).toMatch(/Rename.*Move.*Details.*Delete/)
  })

  it('F2 a shortcut that is renamed stays one, and leads to its link', async () => {
    const { user } = await atPlace({ path: '/files?uri=svc%3A%2F%2Fmy%2FPapers&layout=list' })
    await user.click(await row('Note.txt'))
    await user.keyboard('{F2}')
    const field = await screen.findByRole('textbox', { name: /New name/ })
    await user.clear(field)
    await user.type(field, 'Memo.txt{Enter}')
    const memo = await row('Memo.txt')
    expect(within(memo).getByRole('img', { name: 'Shortcut' })).toBeVisible()
    await user.dblClick(memo)
    await waitFor(() => expect(here()).toMatch(/^\/s\//))
  })

  it('F2 copies the rest of a selection that has a shortcut, and says what is left out', async () => {
    const { user, service, lin } = await atPlace({
      path: '/files?uri=svc%3A%2F%2Fmy%2FPapers&layout=list',
      seed: (backend) => {
        seedShortcuts(backend)
        backend.service.seed.addFile(backend.lin, ['Papers', 'Plan.pdf'], { size: 1 })
      },
    })
    await row('Note.txt')
    await user.click(screen.getByRole('checkbox', { name: /all/i }))
    const bar = screen.getByRole('region', { name: '2 selected' })
    expect(bar).toHaveTextContent('1 shortcut is not downloaded or copied')
    expect(within(bar).getByRole('button', { name: 'Download' })).toBeVisible()
    expect(within(bar).getByRole('button', { name: 'Copy…' })).toBeVisible()
    await user.keyboard('{Control>}c{/Control}')
    await user.keyboard('{Control>}v{/Control}')
    expect(await row('Plan (2).pdf')).toBeVisible()
    expect(service.seed.findFile(lin, ['Papers', 'Note (2).txt'])).toBeUndefined()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Plan.pdf' }))
    expect(screen.queryByText(/shortcut is not/)).toBeNull()
  })

  it('downloads through the link, and asks for its password first', async () => {
    const { user, requests } = await atPlace()
    await user.pointer({ keys: '[MouseRight]', target: await row('Note.txt') })
    await user.click(screen.getByRole('menuitem', { name: /Download/ }))
    expect(await screen.findByLabelText('Password')).toBeVisible()
    expect(requests.some(({ path }) => path === '/file/url')).toBe(false)
  })

  it('tells in the details who shares it and whether the link works', async () => {
    const { user } = await atPlace()
    await user.pointer({ keys: '[MouseRight]', target: await row('Old.pdf') })
    await user.click(screen.getByRole('menuitem', { name: 'Details' }))
    const panel = await screen.findByRole('complementary')
    expect(await within(panel).findByText('Mei Wang')).toBeVisible()
    expect(await within(panel).findByText(/This link no longer works/)).toBeVisible()
    expect(within(panel).queryByText('0 B')).toBeNull()
  })

  it('is found by name', async () => {
    const { user } = await atPlace()
    await row('Note.txt')
    await user.type(screen.getByRole('searchbox'), 'note')
    await waitFor(() => expect(names()).toEqual(['Note.txt']))
  })

  it('is Chinese in Chinese', async () => {
    localStorage.setItem('latchkey.preferences', JSON.stringify({ language: 'zh-CN' }))
    await atPlace()
    expect(await screen.findByRole('heading', { name: '分享给我的' })).toBeVisible()
    expect(await screen.findByText('失效链接')).toBeVisible()
  })
})
