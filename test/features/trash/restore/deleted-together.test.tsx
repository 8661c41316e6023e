import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here, type Backend } from '../../../dom/harness.tsx'
import { row, seedTrashedFile, rowsShown, trashNames } from '../../../dom/trash-fixtures.ts'
import { day, open, select, press, findMessage } from './fixtures.tsx'

describe('T8 deleted together', () => {
  function seedAccident(backend: Backend): void {
    for (let at = 0; at < 5; at++) {
      seedTrashedFile(backend, ['Photos', `IMG_${at}.jpg`], 4.5 * 60_000 - at * 3)
    }
    seedTrashedFile(backend, ['Docs', 'before.txt'], 6 * 60_000)
    seedTrashedFile(backend, ['Docs', 'after.txt'], 60_000)
  }

  it('shows what one deletion took, selected, and says how that is known', async () => {
    const app = await open(seedAccident)
    await press(app, /Deleted together · \d min\.? ago 5/)
    await waitFor(() => expect(rowsShown()).toEqual([0, 1, 2, 3, 4].map((at) => `IMG_${at}.jpg`)))
    await waitFor(() => expect(here()).toMatch(/^\/trash\?together=\d+-\d+$/))
    await waitFor(() =>
      expect(screen.getByRole('region', { name: '5 selected' })).toHaveTextContent(
        'deleted together',
      ),
    )
    await waitFor(() => expect(screen.getByText(/deleted at the same time/)).toBeVisible())
    await press(app, 'Restore')
    await findMessage(/5 items restored/)
    expect(await trashNames(app)).toEqual(['after.txt', 'before.txt'])
    // The filter goes with its group.
    await waitFor(() => expect(rowsShown()).toEqual(['after.txt', 'before.txt']))
    expect(here()).toBe('/trash')
  })

  it.each([['all of it'], ['a part of it']])(
    'shows what comes back when the restore of %s is undone',
    async (part) => {
      const app = await open(seedAccident)
      await press(app, /Deleted together/)
      await screen.findByText(/Untick any/)
      if (part === 'a part of it')
        await app.user.click(screen.getByRole('checkbox', { name: 'Select IMG_2.jpg' }))
      await press(app, 'Restore')
      await findMessage(/items restored/)
      if (part === 'all of it')
        await waitFor(() => expect(screen.queryByText(/Untick any/)).not.toBeInTheDocument())
      await press(app, /^Undo: /)
      await findMessage(/items moved to the trash/)
      await waitFor(() =>
        expect(new Set(rowsShown())).toEqual(
          new Set(['after.txt', 'before.txt', ...[0, 1, 2, 3, 4].map((at) => `IMG_${at}.jpg`)]),
        ),
      )
      expect(screen.queryByText(/Untick any/)).not.toBeInTheDocument()
      expect(here()).toBe('/trash')
    },
  )

  it('also when those deleted soon were shown, since they come back with more days', async () => {
    const app = await open((backend) => {
      seedTrashedFile(backend, ['Docs', 'old.txt'], 6 * day)
      seedTrashedFile(backend, ['Docs', 'young.txt'], day)
    })
    await press(app, /Deleted soon/)
    await waitFor(() => expect(rowsShown()).toEqual(['old.txt']))
    await select(app, 'old.txt')
    await press(app, 'Restore')
    await findMessage(/restored/)
    await press(app, /^Undo: /)
    await waitFor(() => expect(rowsShown()).toEqual(['old.txt', 'young.txt']))
  })

  it('L12 is marked when any of its items is known to be locked', async () => {
    const app = await open((backend) => {
      seedTrashedFile(backend, ['Docs', 'a.txt'], 6 * 60_000)
      const fileId = seedTrashedFile(backend, ['Docs', 'b.txt'], 6 * 60_000)
      const { service, mei: owner, lin: holder } = backend
      service.seed.addLock({ owner, holder, fileId, application: { type: 'dav' } })
    })
    await select(app, 'b.txt')
    await press(app, 'Restore')
    await app.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }),
    )
    await app.user.keyboard('{Escape}')
    await press(app, 'More')
    await app.user.click(await screen.findByRole('menuitemradio', { name: 'By deletion' }))
    const deletion = await screen.findByRole('row', { name: /^a\.txt/ })
    expect(await within(deletion).findByRole('img', { name: 'Locked' })).toBeVisible()
  })

  it('shows details of nothing that a filter hides', async () => {
    const app = await open(seedAccident)
    await app.user.dblClick(await row('before.txt'))
    await screen.findByRole('complementary', { name: 'before.txt' })
    await press(app, /Deleted together/)
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    expect(here()).toMatch(/^\/trash\?together=\d+-\d+$/)
  })

  it('says that rows can be unticked only while some are ticked', async () => {
    const app = await open(seedAccident)
    await press(app, /Deleted together/)
    await screen.findByText(/Untick any/)
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText(/Untick any/)).toBeNull())
  })

  it('stays shown when nothing in it matches a search', async () => {
    const app = await open(seedAccident)
    await press(app, /Deleted together/)
    await screen.findByText(/Untick any/)
    await app.user.keyboard('{Escape}')
    await app.user.type(await screen.findByRole('searchbox'), 'before')
    expect(await screen.findByText('No matches in Trash')).toBeVisible()
    expect(here()).toMatch(/together=/)
    await app.user.clear(screen.getByRole('searchbox'))
    await waitFor(() => expect(rowsShown()).toHaveLength(5))
  })

  it('speaks of ticks only where there are some', async () => {
    await open(seedAccident)
    const chip = await screen.findByRole('button', { name: /Deleted together/ })
    expect(chip.closest('[data-tooltip]')).toHaveAttribute(
      'data-tooltip',
      'These were deleted at the same time.',
    )
  })

  it('lets one leave some of it out', async () => {
    const app = await open(seedAccident)
    await press(app, /Deleted together/)
    await app.user.click(screen.getByRole('checkbox', { name: 'Select IMG_2.jpg' }))
    await press(app, 'Restore')
    await findMessage(/4 items restored/)
    expect(await trashNames(app)).toEqual(['IMG_2.jpg', 'after.txt', 'before.txt'])
  })
})

describe('T8 the trash by deletion', () => {
  /** Five of one request, then four that followed each other, one by one, and one with a folder. */
  function seedDeletions(backend: Backend): void {
    const at = 4.5 * 60_000
    for (let each = 0; each < 5; each++)
      seedTrashedFile(backend, ['Photos', `IMG_${each}.jpg`], at - each * 3, 1_000)
    for (let each = 0; each < 4; each++)
      seedTrashedFile(backend, ['Docs', `single ${each}.txt`], 3 * 60_000 - each * 700)
    seedTrashedFile(backend, ['Docs', 'a.txt'], 60_000)
    const zoo = backend.service.seed.addFolder(backend.mei, ['Docs', 'Zoo'])
    backend.service.seed.trashFile(zoo, { at: Date.now() - 60_000 })
  }
  const showDeletions = async (app: Awaited<ReturnType<typeof open>>) => {
    await press(app, 'More')
    await app.user.click(await screen.findByRole('menuitemradio', { name: 'By deletion' }))
    await screen.findByRole('grid', { name: 'Deletions' })
  }
  const all = ['Zoo', ...[3, 2, 1, 0].map((at) => `single ${at}.txt`), 'IMG_0.jpg']

  it('shows each deletion as one row, those that followed each other apart, and remembers that', async () => {
    const app = await open(seedDeletions)
    await showDeletions(app)
    await waitFor(() => expect(rowsShown()).toEqual(all))
    expect(await row('IMG_0.jpg')).toHaveTextContent(/and 4 more.*Photos.*min.*5 kB/)
    expect(here()).toBe('/trash?view=deletions')
    const page = await app.reload()
    await screen.findByRole('grid', { name: 'Deletions' })
    const menu = within(screen.getByRole('navigation', { name: 'Main' }))
    expect(menu.getByRole('link', { name: /^Trash/ })).toHaveAttribute(
      'href',
      '/trash?view=deletions',
    )
    await page.user.click(screen.getByRole('button', { name: 'More' }))
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'Each item' }))
    await waitFor(() => expect(rowsShown()).toHaveLength(11))
  })

  it('G6 has an address: a link shows it to whoever prefers each item, and Back leads out of it', async () => {
    const app = await open(seedDeletions, { path: '/trash?view=deletions' })
    await waitFor(() => expect(rowsShown()).toEqual(all))
    expect(screen.getByRole('grid', { name: 'Deletions' })).toBeVisible()
    await press(app, 'More')
    await app.user.click(await screen.findByRole('menuitemradio', { name: 'Each item' }))
    await waitFor(() => expect(rowsShown()).toHaveLength(11))
    expect(here()).toBe('/trash')
    act(() => window.history.back())
    await screen.findByRole('grid', { name: 'Deletions' })
    expect(here()).toBe('/trash?view=deletions')
  })

  it('keeps what is selected while another page is open', async () => {
    const app = await open(seedDeletions)
    await showDeletions(app)
    await select(app, 'IMG_0.jpg')
    await screen.findByRole('region', { name: '5 selected' })
    await app.user.click(screen.getByRole('link', { name: /Shares/ }))
    await app.user.click(await screen.findByRole('link', { name: /Trash/ }))
    await screen.findByRole('grid', { name: 'Deletions' })
    expect(await screen.findByRole('region', { name: '5 selected' })).toBeVisible()
  })

  it('says how big a deletion is, and that the size leaves out what is in its folders', async () => {
    const app = await open((backend) => {
      seedDeletions(backend)
      const { seed } = backend.service
      seed.trashFile(seed.addFolder(backend.mei, ['Docs', 'Alone']))
      seedTrashedFile(backend, ['Docs', 'nothing.txt'], 30_000, 0)
    })
    await showDeletions(app)
    const sizeOf = async (name: string) =>
      within(await row(name))
        .getAllByRole('gridcell')
        .at(-1)?.textContent
    expect(await sizeOf('Zoo')).toMatch(/^at least 1\skB$/)
    expect(await sizeOf('Alone')).toBe('—')
    expect(await sizeOf('nothing.txt')).toMatch(/^0\sB$/)
    expect(await sizeOf('IMG_0.jpg')).toMatch(/^5\skB$/)
  })

  it('has a column with the number of items, and sorts by it', async () => {
    const app = await open(seedDeletions)
    await showDeletions(app)
    const counts = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((each) => within(each).getAllByRole('gridcell')[4]?.textContent)
    await waitFor(() => expect(counts()).toEqual(['2', '1', '1', '1', '1', '5']))
    await press(app, /^Items/)
    await waitFor(() => expect(counts()).toEqual(['5', '2', '1', '1', '1', '1']))
    expect(here()).toBe('/trash?view=deletions&sort=items')
    await press(app, 'More')
    await app.user.click(await screen.findByRole('menuitemradio', { name: 'Each item' }))
    await waitFor(() => expect(rowsShown()[0]).toBe('Zoo'))
    expect(screen.getByRole('columnheader', { name: /Deleted/ })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  it('opens a deletion as its items, folder first, and goes back to all', async () => {
    const app = await open(seedDeletions)
    await showDeletions(app)
    await app.user.dblClick(await row('Zoo'))
    await waitFor(() => expect(rowsShown()).toEqual(['Zoo', 'a.txt']))
    await press(app, /^All/)
    await waitFor(() => expect(rowsShown()).toEqual(all))
  })

  it('restores a deletion whole, by its key as by its box', async () => {
    const app = await open(seedDeletions)
    await showDeletions(app)
    await select(app, 'IMG_0.jpg')
    expect(await screen.findByRole('region', { name: '5 selected' })).toBeVisible()
    await press(app, 'Restore')
    await findMessage(/^5 items restored/)
    await waitFor(() => expect(rowsShown()).toEqual(all.slice(0, -1)))
    ;(await row('Zoo')).focus()
    await app.user.keyboard('u')
    await findMessage(/^2 items restored/)
    await waitFor(() => expect(rowsShown()).toEqual(all.slice(1, -1)))
  })

  it('shows no deletion as selected of which only a part is', async () => {
    const app = await open(seedDeletions)
    await showDeletions(app)
    await app.user.dblClick(await row('Zoo'))
    await waitFor(() => expect(rowsShown()).toEqual(['Zoo', 'a.txt']))
    await app.user.click(screen.getByRole('checkbox', { name: 'Select a.txt' }))
    await press(app, /^All/)
    await waitFor(() => expect(rowsShown()).toEqual(all))
    expect(await row('Zoo')).toHaveAttribute('aria-selected', 'false')
    expect(screen.queryByRole('region', { name: /selected$/ })).toBeNull()
  })

  it('shows a deletion as selected no more when others delete more in it', async () => {
    const at = Date.now() - 60_000
    const trash = ({ service: { seed }, mei }: Backend, name: string) =>
      seed.trashFile(seed.addFile(mei, ['Docs', name]), { at })
    const seedTwo = (backend: Backend) => ['b.txt', 'c.txt'].forEach((name) => trash(backend, name))
    const app = await open(seedTwo, { isLive: true, isStrict: false })
    await showDeletions(app)
    await select(app, 'b.txt')
    expect(await row('b.txt')).toHaveAttribute('aria-selected', 'true')
    trash(app, 'd.txt')
    await waitFor(async () => expect(await row('b.txt')).toHaveAttribute('aria-selected', 'false'))
    await select(app, 'b.txt')
    expect(await screen.findByRole('region', { name: '3 selected' })).toBeVisible()
  })

  it('G10 counts and restores only what matches the filters', async () => {
    const app = await open(seedDeletions, { path: '/trash?q=IMG_3' })
    await showDeletions(app)
    await waitFor(() => expect(rowsShown()).toEqual(['IMG_3.jpg']))
    await select(app, 'IMG_3.jpg')
    await press(app, 'Restore')
    await findMessage(/IMG_3\.jpg.* restored/)
    expect(await trashNames(app)).toHaveLength(10)
  })
})
