import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ColumnType } from '#src/contract/views/view.ts'
import { here, renderApp, type Backend } from '../../dom/harness.tsx'
import type { LoggedRequest } from '../../dom/network.ts'

const rowsShown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))
const row = (name: string | RegExp) => screen.findByRole('row', { name })

function seedPhotos({ service, mei }: Backend): void {
  service.seed.addFile(mei, ['readme.txt'], { size: 640 })
  service.seed.addFolder(mei, ['Photos', 'Lofoten'])
  service.seed.addFile(mei, ['Photos', 'IMG_10.jpg'], { size: 3_400_000 })
  service.seed.addFile(mei, ['Photos', 'IMG_2.jpg'], { size: 48 * 1024 })
  service.seed.addFile(mei, ['Photos', 'Lofoten', 'raw.dng'], { size: 1000 })
}

const photos = '/files?uri=svc%3A%2F%2Fmy%2FPhotos'

describe('browsing files', () => {
  it('enters a folder and comes back to its row by keyboard alone', async () => {
    const { user } = await renderApp({ path: '/files', seed: seedPhotos })
    const folder = await row('Photos')
    expect(document.title).toBe('Files · Latchkey')
    folder.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(here()).toBe(photos))
    const first = await row('Lofoten')
    expect(document.title).toBe('Photos · Latchkey')
    expect(screen.getByRole('heading', { name: 'Photos' })).toBeVisible()
    await waitFor(() => expect(first).toHaveFocus())
    await user.keyboard('{Enter}')
    await row('raw.dng')
    await user.keyboard('{Backspace}')
    await waitFor(async () => expect(await row('Lofoten')).toHaveFocus())
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(async () => expect(await row('Photos')).toHaveFocus())
    await waitFor(() => expect(rowsShown()).toEqual(['Photos', 'readme.txt']))
  })

  it('returns with Back to the row one went through', async () => {
    const { user } = await renderApp({ path: '/files', seed: seedPhotos })
    await user.dblClick(await row('Photos'))
    await row('Lofoten')
    window.history.back()
    await waitFor(async () => expect(await row('Photos')).toHaveFocus())
  })

  it('leads back through the path, whose names are links', async () => {
    const { user } = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FPhotos%2FLofoten',
      seed: seedPhotos,
    })
    await row('raw.dng')
    const path = within(screen.getByRole('navigation', { name: 'Path' }))
    expect(path.getAllByRole('link').map((link) => link.textContent)).toEqual(['Files', 'Photos'])
    await user.click(path.getByRole('link', { name: 'Photos' }))
    await waitFor(async () => expect(await row('Lofoten')).toHaveFocus())
  })

  it('shows folders first and numbers in names as numbers, and sorts by a header', async () => {
    const { user } = await renderApp({
      path: `${photos}&sort=name`,
      seed: seedPhotos,
    })
    await row('IMG_2.jpg')
    await waitFor(() => expect(rowsShown()).toEqual(['Lofoten', 'IMG_2.jpg', 'IMG_10.jpg']))
    await user.click(screen.getByRole('button', { name: /Size/ }))
    await waitFor(() => expect(rowsShown()).toEqual(['Lofoten', 'IMG_10.jpg', 'IMG_2.jpg']))
    expect(here()).toBe(`${photos}&sort=size`)
  })

  it('sorts names naturally once all are here when the folder is listed by name', async () => {
    await renderApp({ path: photos, seed: seedPhotos })
    await row('IMG_2.jpg')
    await waitFor(() => expect(rowsShown()).toEqual(['Lofoten', 'IMG_2.jpg', 'IMG_10.jpg']))
  })

  it('goes to the row that the address names', async () => {
    await renderApp({
      path: `${photos}&focus=svc%3A%2F%2Fmy%2FPhotos%2FIMG_2.jpg`,
      seed: seedPhotos,
    })
    const found = await row('IMG_2.jpg')
    await waitFor(() => expect(found).toHaveFocus())
    expect(found).toHaveAttribute('aria-current', 'true')
  })

  it('makes hidden characters in names visible and takes none for markup', async () => {
    await renderApp({
      path: `/files?${new URLSearchParams({ uri: 'svc://my/%3Ci%3E%E2%80%AEx' }).toString()}`,
      seed: ({ service, mei }) => {
        service.seed.addFile(mei, ['<i>\u202ex', '<b>invoice\u202efdp.exe'])
      },
    })
    const shown = await row(/^<b>invoice/)
    expect(shown).toHaveTextContent('⟦U+202E⟧')
    expect(shown.querySelector('b')).toBeNull()
    expect(document.body.textContent).not.toContain('\u202e')
    expect(screen.getByRole('heading', { name: '<i>⟦U+202E⟧x' })).toBeVisible()
  })

  it('F2 says of an upload that has not finished that it has not, and not that it is empty', async () => {
    await renderApp({
      path: '/files?layout=list',
      seed: ({ service, mei }) => {
        service.seed.addFile(mei, ['film.mov'], { metadata: { 'sys:upload_session_id': 'x' } })
        service.seed.addFile(mei, ['empty.txt'])
      },
    })
    expect(await row('film.mov')).toHaveTextContent('Unfinished')
    expect(await row('film.mov')).not.toHaveTextContent('0 B')
    expect(await row('empty.txt')).toHaveTextContent('0 B')
  })

  it('shows the facts of a file and closes them with Escape', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos })
    fireEvent.contextMenu(await row('IMG_2.jpg'))
    await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
    const panel = within(await screen.findByRole('complementary', { name: 'IMG_2.jpg' }))
    expect(panel.getByText('48 kB')).toBeVisible()
    expect(panel.getByText('Files')).toBeVisible()
    expect(here()).toContain('open=')
    await user.keyboard('{Escape}{Escape}')
    await waitFor(() => expect(here()).not.toContain('open='))
  })

  it('says how many are selected and how large they are', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos })
    await user.click(await screen.findByRole('checkbox', { name: 'Select IMG_2.jpg' }))
    const bar = within(screen.getByRole('region', { name: '1 selected' }))
    expect(bar.getByRole('status')).toHaveTextContent('1 selected · 48 kB')
    await user.click(bar.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: '1 selected' })).toBeNull())
    await waitFor(() => expect(screen.getByRole('row', { name: 'IMG_2.jpg' })).toHaveFocus())
  })
})

const listRequests = (requests: readonly LoggedRequest[]) =>
  requests
    .filter((request) => request.path === '/file')
    .map((request) => new URLSearchParams(request.query))

const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)

describe('F1 a folder as its view says', () => {
  const many = '/files?uri=svc%3A%2F%2Fmy%2FMany'
  function seedMany({ service, mei }: Backend): void {
    const folder = service.seed.addFolder(mei, ['Many'])
    service.seed.setView(folder, {
      page_size: 50,
      view: 'list',
      order: 'name',
      order_direction: 'asc',
      columns: [
        { type: ColumnType.name, width: 320 },
        { type: 97, width: 90 },
        { type: ColumnType.created },
        { type: ColumnType.metadata, width: 80, props: { metadata_key: 'exif:iso' } },
      ],
    })
    for (let n = 1; n <= 60; n++) {
      service.seed.addFile(mei, ['Many', `file${n}.jpg`], {
        size: n,
        metadata: { 'exif:iso': `${n * 100}` },
      })
    }
  }

  it('is asked for without order and size first, then for as much as the service gives', async () => {
    const { requests } = await renderApp({ path: many, seed: seedMany, isStrict: false })
    await row('file2.jpg')
    const [first, second] = listRequests(requests)
    expect([...(first?.keys() ?? [])]).toEqual(['uri'])
    expect(second?.get('page_size')).toBe('2000')
    expect(second?.get('order_by')).toBe('name')
    expect(second?.get('order_direction')).toBe('asc')
  })

  it('keeps the order of the service until all is here, then reads numbers as numbers', async () => {
    const { faults } = await renderApp({
      path: many,
      seed: seedMany,
      faults: (switched) =>
        switched.always((sent) => sent.query.has('next_page_token'), { kind: 'drop' }),
    })
    await row('file10.jpg')
    expect(rowsShown().slice(0, 3)).toEqual(['file1.jpg', 'file10.jpg', 'file11.jpg'])
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    const held = await row('file11.jpg')
    held.focus()
    faults.clear()
    await waitFor(() =>
      expect(rowsShown().join(' ')).toContain('file9.jpg file10.jpg file11.jpg file12.jpg'),
    )
    expect(held).toHaveFocus()
  })

  it('has the columns of the view, and what only others know is left out', async () => {
    await renderApp({ path: many, seed: seedMany })
    const shown = await row('file2.jpg')
    expect(headers().slice(1, -1)).toEqual(['Name', 'Created', 'ISO'])
    expect(within(shown).getByText('200')).toBeVisible()
  })

  it('is sorted otherwise by a header, in the address, and as before without a trace', async () => {
    const { user } = await renderApp({ path: many, seed: seedMany })
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '61'))
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(rowsShown()[0]).toBe('file60.jpg'))
    expect(here()).toBe(`${many}&sort=name&dir=desc`)
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(rowsShown()[0]).toBe('file1.jpg'))
    expect(here()).toBe(many)
  })

  it('shows other columns than its own when the address says so', async () => {
    await renderApp({ path: `${many}&cols=0,2:120,99`, seed: seedMany })
    await row('file2.jpg')
    expect(headers().slice(1, -1)).toEqual(['Name', 'Size'])
  })

  it('follows the view of the folder above, newest first', async () => {
    await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FAbove%2FBelow',
      seed: ({ service, mei }) => {
        const above = service.seed.addFolder(mei, ['Above'])
        service.seed.setView(above, { page_size: 50, order: 'updated_at', order_direction: 'desc' })
        const at = (day: number) => ({ updatedAt: Date.UTC(2026, 0, day) })
        service.seed.addFile(mei, ['Above', 'Below', 'a.txt'], at(1))
        service.seed.addFile(mei, ['Above', 'Below', 'b.txt'], at(3))
        service.seed.addFile(mei, ['Above', 'Below', 'c.txt'], at(2))
      },
    })
    await row('a.txt')
    expect(rowsShown()).toEqual(['b.txt', 'c.txt', 'a.txt'])
  })
})

describe('a folder that cannot be shown', () => {
  it('says why and shows it after Retry', async () => {
    const { user, faults } = await renderApp({
      path: photos,
      seed: seedPhotos,
      faults: (switched) => switched.always('GET /file', { kind: 'json', body: forbidden }),
    })
    const face = await screen.findByRole('alert', undefined, { timeout: 10_000 })
    // What helps comes before Retry.
    const said = /This folder could not be loaded.*You don’t have access\..*Go to Files.*Retry/
    await waitFor(() => expect(face).toHaveTextContent(said))
    faults.clear()
    await user.click(within(face).getByRole('button', { name: 'Retry' }))
    expect(await row('IMG_2.jpg')).toBeVisible()
  })

  it('that is gone leads to Files', async () => {
    const { user } = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2Fnowhere',
      seed: seedPhotos,
    })
    const face = await screen.findByRole('alert', undefined, { timeout: 10_000 })
    expect(face).toHaveTextContent('This folder no longer exists.')
    await user.click(within(face).getByRole('link', { name: 'Go to Files' }))
    expect(await row('Photos')).toBeVisible()
  })

  it('says that an address is none', async () => {
    await renderApp({ path: '/files?uri=nonsense' })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This is not the address of a folder.',
    )
  })
})

const forbidden = { code: 403, msg: 'Forbidden', data: null }
