import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { narrowSelectionBarQuery } from '#src/features/list-page/selection/ListSelectionBar.tsx'
import { setMedia } from '../../dom/dom-state.ts'
import { here, renderApp, type Backend } from '../../dom/harness.tsx'
import { withTooltip } from '../../dom/tooltips.ts'
import { contents as picture } from '../files/grid/fixtures.tsx'

const day = 24 * 60 * 60_000
const rowsShown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))
const row = (name: string) => screen.findByRole('row', { name })

function seedTrash({ service: { seed }, mei }: Backend): void {
  const trash = (path: string[], size: number, daysAgo: number) =>
    seed.trashFile(seed.addFile(mei, path, { size }), {
      at: Date.now() - daysAgo * day - 60_000,
      retentionSeconds: (7 * day) / 1000,
    })
  trash(['Finance', '2026', 'budget.xlsx'], 18 * 1024, 0)
  trash(['todo.md'], 1000, 6)
  seed.trashFile(seed.addFolder(mei, ['Photos', 'Lofoten raw']), { at: Date.now() - 2 * day })
}

describe('the trash', () => {
  it('says over the further actions how many items they are for', async () => {
    setMedia(narrowSelectionBarQuery, true)
    const { user } = await renderApp({ path: '/trash', seed: seedTrash })
    for (const name of ['budget.xlsx', 'todo.md'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    expect(await screen.findByRole('menu', { name: '2 selected' })).toBeVisible()
  })

  it('shows where each item was, how long it stays, and the newest deletion first', async () => {
    await renderApp({ path: '/trash', seed: seedTrash })
    const budget = await row('budget.xlsx')
    expect(document.title).toBe('Trash · Latchkey')
    await waitFor(() => expect(rowsShown()).toEqual(['budget.xlsx', 'Lofoten raw', 'todo.md']))
    expect(withTooltip('Finance / 2026', budget)[0]).toHaveTextContent('Finance / 2026')
    expect(within(budget).getByText('7 days left')).toBeVisible()
    expect(within(budget).getByText('18 kB')).toBeVisible()
    const todo = within(await row('todo.md'))
    expect(withTooltip('Files', await row('todo.md'))[0]).toBeVisible()
    expect(todo.getByText('1 day left')).toBeVisible()
    expect(within(await row('Lofoten raw')).getByText('—')).toBeVisible()
    await waitFor(() =>
      expect(within(screen.getByRole('main')).getAllByRole('status')[0]).toHaveTextContent(
        '3 items · kept 7 days',
      ),
    )
  })

  it('G11 shows nothing that has happened as in the future', async () => {
    await renderApp({
      path: '/trash',
      seed: (backend) => {
        seedTrash(backend)
        const { seed } = backend.service
        const options = { at: Date.now() + 45_000, retentionSeconds: (7 * day) / 1000 }
        for (const name of ['one.md', 'two.md'])
          seed.trashFile(seed.addFile(backend.mei, [name], { size: 1 }), options)
      },
    })
    const deleted = within(await row('one.md'))
    expect(deleted.getByText('Just now')).toBeVisible()
    expect(deleted.getByText('7 days left')).toBeVisible()
    expect(
      await screen.findByRole('button', { name: /^Deleted together · Just now/ }),
    ).toBeVisible()
  })

  it('shows a thumbnail of a deleted picture, and asks for none of anything else', async () => {
    const { requests, user } = await renderApp({
      path: '/trash',
      seed: ({ service: { seed }, mei }) => {
        const trash = (name: string, contents: Uint8Array) =>
          seed.trashFile(seed.addFile(mei, ['Photos', name], { contents }), {
            at: Date.now() - day,
          })
        trash('fjord.jpg', picture)
        trash('notes.txt', new TextEncoder().encode('notes'))
        trash('empty.jpg', new Uint8Array())
        seed.trashFile(seed.addFolder(mei, ['Photos', 'City.jpg']), { at: Date.now() - day })
      },
    })
    const fjord = await row('fjord.jpg')
    await waitFor(() => expect(fjord.querySelector('img')).not.toBeNull())
    expect(document.querySelectorAll('[role=grid] img')).toHaveLength(1)
    // The details show it large, and the same picture is not fetched again.
    await user.dblClick(fjord)
    const panel = await screen.findByRole('complementary', { name: /fjord/ })
    await waitFor(() => expect(panel.querySelector('img')).not.toBeNull())
    expect(requests.filter(({ path }) => path === '/file/thumb')).toHaveLength(1)
  })

  it('G7 takes open details along with the arrows', async () => {
    const { user } = await renderApp({ path: '/trash', seed: seedTrash })
    await waitFor(async () => expect(await row('budget.xlsx')).toHaveFocus())
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('complementary', { name: 'budget.xlsx' })).toBeVisible()
    ;(await row('budget.xlsx')).focus()
    await user.keyboard('{ArrowDown}')
    expect(await screen.findByRole('complementary', { name: 'Lofoten raw' })).toBeVisible()
    expect(await row('Lofoten raw')).toHaveFocus()
  })

  it('rule 9.2 is asked for by the newest deletion, with its size and order in every request', async () => {
    const { requests } = await renderApp({
      path: '/trash',
      isStrict: false,
      seed: ({ service, mei }) => {
        for (let index = 0; index < 501; index++)
          service.seed.trashFile(service.seed.addFile(mei, [`${index}`]))
      },
    })
    expect(await screen.findByText('501 items')).toBeVisible()
    const asked = requests.filter(
      ({ path, query }) => path === '/file' && query.includes('svc%3A%2F%2Ftrash'),
    )
    expect(asked).toHaveLength(2)
    for (const { query } of asked) {
      expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
        page_size: expect.stringMatching(/^\d+$/),
        order_by: 'updated_at',
        order_direction: 'desc',
      })
    }
  })

  it('sorts by the days that are left', async () => {
    const { user } = await renderApp({ path: '/trash', seed: seedTrash })
    await row('todo.md')
    await user.click(screen.getByRole('button', { name: /Days left/ }))
    await waitFor(() => expect(rowsShown()[0]).toBe('todo.md'))
    expect(here()).toBe('/trash?sort=daysLeft')
  })

  it('finds items by name and by original path', async () => {
    const { user } = await renderApp({ path: '/trash?q=finance', seed: seedTrash })
    await row('budget.xlsx')
    expect(rowsShown()).toEqual(['budget.xlsx'])
    const search = screen.getByRole('searchbox')
    await user.clear(search)
    await user.type(search, 'LOFOTEN')
    await waitFor(() => expect(rowsShown()).toEqual(['Lofoten raw']))
    expect(here()).toBe('/trash?q=LOFOTEN')
  })

  it('says how many are selected and how large they are', async () => {
    const { user } = await renderApp({ path: '/trash', seed: seedTrash })
    await user.click(await screen.findByRole('checkbox', { name: 'Select budget.xlsx' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select todo.md' }))
    const bar = within(screen.getByRole('region', { name: '2 selected' }))
    expect(bar.getByRole('status')).toHaveTextContent('2 selected · 19 kB')
    await user.keyboard('{Escape}')
    expect(screen.getByRole('heading', { name: 'Trash' })).toBeVisible()
  })

  it('filters by kind, by where it was and by what is about to leave, and keeps it in the address (T1)', async () => {
    const { user } = await renderApp({ path: '/trash', seed: seedTrash })
    await row('todo.md')
    await user.click(screen.getByRole('button', { name: 'Deleted soon 1' }))
    await waitFor(() => expect(rowsShown()).toEqual(['todo.md']))
    expect(screen.getByText('1 of 3 items')).toBeVisible()
    expect(here()).toBe('/trash?leaving=soon')
    await user.click(screen.getByRole('button', { name: 'All 3' }))
    await user.click(screen.getByRole('button', { name: 'Kind' }))
    await user.click(screen.getByRole('menuitemradio', { name: /Folder/ }))
    await waitFor(() => expect(rowsShown()).toEqual(['Lofoten raw']))
    expect(here()).toBe('/trash?kind=folder')
    await user.click(screen.getByRole('button', { name: 'All 3' }))
    await user.click(screen.getByRole('button', { name: 'From' }))
    await user.click(screen.getByRole('menuitemradio', { name: /Finance \/ 2026/ }))
    await waitFor(() => expect(rowsShown()).toEqual(['budget.xlsx']))
    expect(here()).toBe('/trash?from=svc%3A%2F%2Fmy%2FFinance%2F2026')
  })

  it('shows the same filters again when its address is opened (T1, G6)', async () => {
    await renderApp({ path: '/trash?kind=folder&q=o', seed: seedTrash })
    await row('Lofoten raw')
    expect(rowsShown()).toEqual(['Lofoten raw'])
    expect(screen.getByRole('button', { name: 'Folder' })).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue('o')
  })

  it('G7 Clear filters and Clear search end what they say, and the focus goes to the list', async () => {
    const { user } = await renderApp({ path: '/trash?q=nowhere&leaving=soon', seed: seedTrash })
    const clear = await screen.findByRole('button', { name: 'Clear filters' })
    clear.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(clear).not.toBeInTheDocument())
    expect(screen.getByRole('searchbox')).toHaveValue('nowhere')
    expect(screen.getByRole('main')).toHaveFocus()
    screen.getAllByRole('button', { name: 'Clear search' }).at(-1)?.focus()
    await user.keyboard('{Enter}')
    await row('Lofoten raw')
    await waitFor(() =>
      expect(screen.getByRole('grid')).toContainElement(document.activeElement as HTMLElement),
    )
  })

  it('says when there is nothing', async () => {
    await renderApp({ path: '/trash' })
    expect(await screen.findByText('Trash is empty')).toBeVisible()
  })

  it('says what failed when it cannot be had, and shows it after Retry', async () => {
    const { user, faults } = await renderApp({
      path: '/trash',
      seed: seedTrash,
      faults: (switched) =>
        switched.always('GET /file', {
          kind: 'json',
          body: { code: 50001, msg: 'disk', data: null, correlation_id: 'c-1' },
        }),
    })
    const face = await screen.findByRole('alert', undefined, { timeout: 10_000 })
    expect(face).toHaveTextContent('The trash could not be loaded')
    expect(face).toHaveTextContent('c-1')
    faults.clear()
    await user.click(within(face).getByRole('button', { name: 'Retry' }))
    expect(await row('budget.xlsx')).toBeVisible()
  })
})

describe('T1 where it was', () => {
  const trashIn = ({ service: { seed }, mei }: Backend, ...path: string[]) =>
    seed.trashFile(seed.addFile(mei, path), { at: Date.now() - day })

  it('counts what was below a folder too, and shows as many as it says', async () => {
    const { user } = await renderApp({
      path: '/trash',
      seed: (backend) => {
        for (const path of [['Photos', 'City', 'a.jpg'], ['Photos', 'b.jpg'], ['top.txt']])
          trashIn(backend, ...path)
        trashIn(backend, 'Old', 'site', 'index.html')
      },
    })
    await row('b.jpg')
    const counts = async () => {
      await user.click(screen.getByRole('button', { name: /^From/ }))
      return screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)
    }
    expect(await counts()).toEqual([
      'Anywhere',
      'Photos2',
      'Files, in no folder1',
      'Old / site1',
      'Photos / City1',
    ])
    await user.click(screen.getByRole('menuitemradio', { name: 'Photos' }))
    await waitFor(() => expect(new Set(rowsShown())).toEqual(new Set(['a.jpg', 'b.jpg'])))
    await counts()
    await user.click(screen.getByRole('menuitemradio', { name: 'Files, in no folder' }))
    await waitFor(() => expect(rowsShown()).toEqual(['top.txt']))
  })

  it('has a search among many folders, and says how many more there are', async () => {
    const { user } = await renderApp({
      path: '/trash',
      seed: (backend) => {
        for (let at = 0; at < 53; at++) trashIn(backend, `Folder ${at}`, `${at}.txt`)
      },
    })
    await screen.findByRole('grid')
    await user.click(screen.getByRole('button', { name: 'From' }))
    const menu = within(await screen.findByRole('dialog', { name: 'From' }))
    expect(menu.getAllByRole('option')).toHaveLength(12)
    expect(menu.getByText('42 more')).toBeVisible()
    await user.keyboard('folder 51')
    expect(menu.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Folder 511',
    ])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(rowsShown()).toEqual(['51.txt']))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'From Folder 51' })).toHaveFocus(),
    )
    await user.keyboard('{Enter}nowhere')
    expect(await screen.findByText('No matches')).toBeVisible()
  })
})

it('T1 an empty trash says how long things stay', async () => {
  await renderApp({ path: '/trash' })
  const text = await screen.findByText('Trash is empty')
  await waitFor(() => expect(text).toHaveTextContent(/What you delete stays here for \d+ days?\./))
})
