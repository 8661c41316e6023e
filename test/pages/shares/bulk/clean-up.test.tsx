import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { markLinkSourcesOutdated } from '#src/features/links/source/link-source-cache.ts'
import { formatDate } from '#src/lib/time.ts'
import { linksOfMei } from '../../../processes/service-api.ts'
import { chip, day, names, page, row, seedShare, states } from '../fixtures.tsx'

type App = Awaited<ReturnType<typeof page>>

describe('S8', () => {
  const open = async ({ user }: App) => {
    await row('live.txt')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
    return within(await screen.findByRole('dialog', { name: 'Clean up 3 dead links' }))
  }

  it('shows dead links by their cause, and says which can still be revived', async () => {
    const dialog = await open(await page({ seed: states }))
    for (const [cause, name, words] of [
      ['Source gone', 'gone.txt', /Once restored, the same link/],
      [
        'Expired',
        'expired.txt',
        /can still be revived while their items are there: with a new expiry/,
      ],
      [
        'Used up',
        'used up.txt',
        /can still be revived while their items are there: with a new limit/,
      ],
    ] as const) {
      const group = within(dialog.getByRole('region', { name: cause }))
      expect(group.getByRole('checkbox', { name: new RegExp(name) })).toBeChecked()
      expect(group.getByText(words)).toBeVisible()
    }
    expect(dialog.queryByText(/live/)).not.toBeInTheDocument()
  })

  it('deletes them in one step but for those that are ticked off, and Undo brings them back', async () => {
    const app = await page({ seed: states })
    const { user } = app
    const dialog = await open(app)
    await user.click(dialog.getByRole('checkbox', { name: /used up\.txt/ }))
    await user.click(dialog.getByRole('button', { name: 'Delete 2 links' }))
    await waitFor(() => expect(names()).toHaveLength(4))
    expect(names()).toContain('used up.txt')
    await user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await waitFor(() => expect(names()).toHaveLength(6))
    await user.click(chip(/^Dead links/))
    await user.click(screen.getByRole('button', { name: 'Clean up…' }))
    await user.click(await screen.findByRole('button', { name: 'Delete 3 links' }))
    await user.click(await screen.findByRole('button', { name: 'Delete now' }))
    expect(await screen.findByText('3 links deleted')).toBeVisible()
    expect(await linksOfMei(app)).toHaveLength(3)
  })

  it('tells links to items of one name apart: folder, kind, visits, age and who may open them', async () => {
    const app = await page({
      seed: (backend) => {
        states(backend)
        seedShare(
          backend,
          'used up.txt',
          { remainDownloads: 0, downloaded: 1, visited: 7, password: 'geheim77' },
          ['Work', 'Old'],
        )
      },
    })
    await row('live.txt')
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clean up 4 dead links' }))
    const group = within(dialog.getByRole('region', { name: 'Used up' }))
    const lines = group.getAllByRole('listitem').map((line) => line.textContent)
    const made = (ago: number) => `Created ${formatDate(Date.now() - ago, Date.now(), 'en-US')}`
    expect(lines).toEqual([
      expect.stringContaining(`Text · 7 visits · ${made(0)} · Public, with password`),
      expect.stringContaining(`Text · 7 visits · ${made(3 * day)} · Public`),
    ])
  })

  it('says which folders are unknown, and finds those of links whose items were never seen', async () => {
    const app = await page({
      seed: (backend) => {
        states(backend)
        const dead = { expires: Date.now() - day }
        seedShare(backend, 'old.txt', dead, ['Work', 'Old'])
        seedShare(backend, 'lost.txt', dead)
        backend.service.seed.removeFile(
          backend.service.seed.findFile(backend.mei, ['lost.txt']) ?? '',
        )
      },
    })
    await row('old.txt')
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Clean up/ }))
    const factsOf = (name: string) =>
      dialog.getByRole('checkbox', { name: new RegExp(name) }).closest('li')?.textContent
    expect(factsOf('old.txt')).toContain('Folder unknown · Text')
    const asked = app.requests.length
    await app.user.click(dialog.getByRole('button', { name: /^Find the folders of \d links$/ }))
    await waitFor(() => expect(factsOf('old.txt')).toContain('Work / Old · Text'))
    await waitFor(() =>
      expect(dialog.queryByRole('button', { name: /^Find the folder/ })).toBeNull(),
    )
    expect(app.requests.length).toBeGreaterThan(asked)
    // In the trash, from the root of the files.
    expect(factsOf('gone.txt')).toContain('Files · Text')
    expect(document.activeElement).toHaveRole('dialog')
  })

  it('asks for each item of a name once, however many links have it', async () => {
    const app = await page({
      seed: (backend) => {
        for (let n = 0; n < 8; n++)
          seedShare(backend, 'report.txt', { expires: Date.now() - day }, ['Work', `${n}`])
      },
    })
    expect(await screen.findAllByRole('row', { name: 'report.txt' })).toHaveLength(8)
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clean up 8 dead links' }))
    const asked = (path: string) => app.requests.filter((request) => request.path === path).length
    const [searches, items] = [asked('/file'), asked('/file/info')]
    await app.user.click(dialog.getByRole('button', { name: 'Find the folders of 8 links' }))
    await waitFor(() => expect(dialog.getAllByText(/^Work \/ \d · Text/)).toHaveLength(8))
    expect(asked('/file') - searches).toBe(1)
    expect(asked('/file/info') - items).toBe(8)
  })

  it('does not look again for what was found nowhere, until items may have been moved', async () => {
    const app = await page({
      seed: (backend) => {
        states(backend)
        // What is in a deleted folder that this browser never saw is not found.
        seedShare(backend, 'lost.txt', { expires: Date.now() - day }, ['Old'])
        const { seed } = backend.service
        seed.trashFile(seed.findFile(backend.mei, ['Old']) ?? '')
      },
    })
    const openAgain = async () => {
      await row('lost.txt')
      await app.user.click(screen.getByRole('button', { name: 'More' }))
      await app.user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
      return within(await screen.findByRole('dialog', { name: /^Clean up/ }))
    }
    const first = await openAgain()
    await app.user.click(first.getByRole('button', { name: /^Find the folder/ }))
    await waitFor(() =>
      expect(first.queryByRole('button', { name: /^Find the folder/ })).toBeNull(),
    )
    await app.user.keyboard('{Escape}')
    const second = await openAgain()
    expect(second.getByText(/^Folder unknown/)).toBeVisible()
    expect(second.queryByRole('button', { name: /^Find the folder/ })).toBeNull()
    await app.user.keyboard('{Escape}')
    markLinkSourcesOutdated()
    const third = await openAgain()
    expect(third.getByRole('button', { name: /^Find the folders? of/ })).toBeVisible()
  })

  it('finds the folders of fifty links at a time', async () => {
    const app = await page({
      seed: (backend) => {
        for (let n = 0; n < 60; n++)
          seedShare(backend, `dead ${n}.txt`, { expires: Date.now() - day }, ['Work'])
      },
    })
    await row('dead 59.txt')
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clean up 60 dead links' }))
    await app.user.click(dialog.getByRole('button', { name: 'Find the folders of 50 links' }))
    // By its text: a role is looked for in all of the dialog, again and again while it grows.
    await dialog.findByText('Find the folders of 10 links', undefined, { timeout: 50_000 })
    expect(dialog.getAllByText(/^Work · Text/)).toHaveLength(50)
    expect(dialog.getAllByText(/^Folder unknown/)).toHaveLength(10)
  })

  it('is searched by the folders that are known, too', async () => {
    const app = await page({
      seed: (backend) => {
        states(backend)
        seedShare(backend, 'unread.txt', {}, ['Work', 'Old'])
      },
    })
    await within(await row('unread.txt')).findByTitle('Work / Old')
    const dialog = await open(app)
    await app.user.type(dialog.getByRole('searchbox'), 'work')
    const group = within(await dialog.findByRole('region', { name: 'Never opened' }))
    expect(group.getByRole('checkbox', { name: /unread\.txt/ })).toBeVisible()
    expect(dialog.getAllByRole('region')).toHaveLength(1)
  })

  it('shows what the search finds, and deletes nothing else', async () => {
    const app = await page({ seed: states })
    const { user } = app
    const dialog = await open(app)
    await user.type(dialog.getByRole('searchbox'), 'EXP')
    expect(dialog.getByText('1 link')).toHaveRole('status')
    await user.type(dialog.getByRole('searchbox'), 'x')
    expect(await dialog.findByText('No dead or never opened link matches.')).toHaveRole('status')
    await user.keyboard('{Backspace}')
    expect(screen.getByRole('dialog', { name: 'Clean up 1 dead link' })).toBeVisible()
    expect(dialog.queryByRole('region', { name: 'Used up' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Delete 1 link' }))
    await waitFor(() => expect(names()).not.toContain('expired.txt'))
    expect(names()).toEqual(expect.arrayContaining(['gone.txt', 'used up.txt']))
  })

  it('opened from a search shows what that finds, and no more', async () => {
    const app = await page({ path: '/shares?state=dead&q=txt+gone', seed: states })
    await row('gone.txt')
    await app.user.click(screen.getByRole('button', { name: 'Clean up…' }))
    // The others have not been asked about: one whose item is gone would match too.
    const title = 'Clean up at least 1 dead link'
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    expect(dialog.getByRole('searchbox')).toHaveValue('txt gone')
    expect(dialog.getByRole('button', { name: 'Delete 1 link' })).toBeVisible()
    await app.user.clear(dialog.getByRole('searchbox'))
    expect(screen.getByRole('dialog', { name: 'Clean up at least 3 dead links' })).toBeVisible()
    expect(await dialog.findByRole('button', { name: 'Delete 3 links' })).toBeVisible()
  })

  it('is offered whatever the filters leave', async () => {
    const { user } = await page({ path: '/shares?state=dead&q=nowhere', seed: states })
    const offers = await screen.findAllByRole('button', { name: 'Clean up…' })
    expect(offers).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Clean up…' })).toBeVisible()
  })

  it('has the links that were never opened, oldest first, and deletes those that are ticked', async () => {
    const app = await page({
      seed: (backend) => {
        states(backend)
        seedShare(backend, 'new.txt', { createdAt: Date.now() - day })
        seedShare(backend, 'old.txt', { createdAt: Date.now() - 90 * day })
      },
    })
    const dialog = await open(app)
    const group = within(dialog.getByRole('region', { name: 'Never opened' }))
    const boxes = group.getAllByRole('checkbox')
    expect(boxes).toHaveLength(3)
    for (const box of boxes) expect(box).not.toBeChecked()
    expect(group.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      expect.stringContaining('old.txt'),
      expect.stringContaining('new.txt'),
    ])
    await app.user.click(group.getByRole('checkbox', { name: /old\.txt/ }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete 4 links' }))
    await waitFor(() => expect(names()).not.toContain('old.txt'))
    expect(names()).toContain('new.txt')
  })

  it('leads from a lost item to what can be done about it', async () => {
    const app = await page({ seed: states })
    const dialog = await open(app)
    await app.user.click(dialog.getByRole('checkbox', { name: /used up\.txt/ }))
    await app.user.click(dialog.getByRole('button', { name: 'Fix the link to gone.txt' }))
    const fix = await screen.findByRole('dialog', { name: /gone\.txt.* no longer works$/ })
    expect(within(fix).getByRole('alert')).toHaveTextContent('The file is in the trash.')
    expect(fix).toContainElement(document.activeElement as HTMLElement)
    // What is ticked stays so.
    await app.user.click(within(fix).getByRole('button', { name: 'Delete link' }))
    await waitFor(() => expect(dialog.queryByText(/gone\.txt/)).toBeNull())
    expect(fix).not.toBeInTheDocument()
    expect(dialog.getByRole('checkbox', { name: /used up\.txt/ })).not.toBeChecked()
    expect(dialog.getByRole('button', { name: 'Delete 1 link' })).toBeVisible()
  })

  it('is not offered while no link is dead or was never opened', async () => {
    const { user } = await page({
      seed: (backend) => void seedShare(backend, 'a.txt', { visited: 1 }),
    })
    await row('a.txt')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('menuitem', { name: 'Export…' })
    expect(screen.queryByRole('menuitem', { name: 'Clean up…' })).not.toBeInTheDocument()
  })
})
