import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { formatDate, formatWeekdayDate } from '#src/lib/time.ts'
import { held } from '../../../dom/network.ts'
import { linksOfMei } from '../../../processes/service-api.ts'
import { chip, day, many, names, page, row, seedShare, states } from '../fixtures.tsx'

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
      ['Expired', 'expired.txt', /can still be revived: with a new expiry/],
      ['Used up', 'used up.txt', /can still be revived: with a new limit/],
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
    await dialog.findByRole('button', { name: 'Find the folders of 10 links' }, { timeout: 20_000 })
    expect(dialog.getAllByText(/^Work · Text/)).toHaveLength(50)
    expect(dialog.getAllByText(/^Folder unknown/)).toHaveLength(10)
  }, 30_000)

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
    expect(dialog.queryByRole('region', { name: 'Used up' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Delete 1 link' }))
    await waitFor(() => expect(names()).not.toContain('expired.txt'))
    expect(names()).toEqual(expect.arrayContaining(['gone.txt', 'used up.txt']))
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
    await app.user.click(dialog.getByRole('button', { name: 'Fix the link to gone.txt' }))
    const fix = await screen.findByRole('dialog', { name: /gone\.txt.* no longer works$/ })
    expect(within(fix).getByRole('alert')).toHaveTextContent('The file is in the trash.')
    expect(screen.getAllByRole('dialog')).toEqual([fix])
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

describe('S9', () => {
  const open = async ({ user }: App, count: number) => {
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.click(await screen.findByRole('button', { name: 'Extend…' }))
    return within(await screen.findByRole('dialog', { name: `Extend ${count} links` }))
  }
  const linkTo = async (app: App, wanted: string) =>
    (await linksOfMei(app)).find(({ name }) => name === wanted)

  it('says first what would change and what cannot, and why', async () => {
    const app = await page({ seed: states })
    await row('live.txt')
    const dialog = await open(app, 6)
    expect(dialog.getByText(/is left out: its item is gone/)).toBeVisible()
    expect(dialog.getByText(/is left out: its downloads have reached the limit/)).toBeVisible()
    expect(dialog.getByText(/1 dead link works again/)).toBeVisible()
    await app.user.click(
      within(dialog.getByRole('group', { name: 'Download limit' })).getByRole('radio', {
        name: 'No limit',
      }),
    )
    expect(dialog.getByText(/2 dead links work again/)).toBeVisible()
    expect(dialog.queryByText(/had that many/)).not.toBeInTheDocument()
  })

  it('extends all selected, each from its own expiry, and leaves the rest of them as it is', async () => {
    const soon = Date.now() + 2 * day
    const app = await page({
      seed: (backend) => {
        seedShare(backend, 'a.txt', { expires: soon, remainDownloads: 5, shareView: true })
        seedShare(backend, 'b.txt', { expires: Date.now() - day })
        seedShare(backend, 'c.txt', { password: 'geheim77' })
      },
    })
    await row('a.txt')
    const dialog = await open(app, 3)
    const until = (at: number) => formatWeekdayDate(at + 30 * day, Date.now(), 'en-US')
    expect(
      dialog.getByText(`New expiry dates: ${until(Date.now())} to ${until(soon)}`),
    ).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: 'Extend 2 links' }))
    expect(
      await screen.findByText(
        `2 links work until dates from ${until(Date.now())} to ${until(soon)}`,
      ),
    ).toBeVisible()
    const [a, b, c] = [
      await linkTo(app, 'a.txt'),
      await linkTo(app, 'b.txt'),
      await linkTo(app, 'c.txt'),
    ]
    expect(Math.abs(Date.parse(a?.expires ?? '') - (soon + 30 * day))).toBeLessThan(60_000)
    expect([a?.remain_downloads, a?.share_view]).toEqual([5, true])
    expect(b?.expired).toBe(false)
    expect(c?.expires).toBeUndefined()
    await waitFor(() => expect(within(screen.getByRole('grid')).queryByText('Expired')).toBeNull())
  })

  it('reports the one that failed, and changes the others', async () => {
    const app = await page({ seed: (backend) => many(backend, 30) })
    await screen.findByText('30 links')
    const bad = await linkTo(app, 'file 7.txt')
    app.faults.always(`POST /share/${bad?.id}`, { kind: 'json', body: { code: 403, msg: 'no' } })
    const dialog = await open(app, 30)
    await app.user.click(
      within(dialog.getByRole('group', { name: 'Download limit' })).getByRole('radio', {
        name: 'Set to',
      }),
    )
    await app.user.type(dialog.getByRole('textbox', { name: 'Download limit' }), '9')
    await app.user.click(dialog.getByRole('button', { name: 'Extend 30 links' }))
    expect(await screen.findByText(/^29 of 30 links changed\. 1 failed\.$/)).toBeVisible()
    const limits = (await linksOfMei(app)).map(({ remain_downloads: limit }) => limit)
    expect(limits.filter((limit) => limit === 9)).toHaveLength(29)
  })

  it('says until when the links work and copies them; it is taken back with its progress in one message', async () => {
    const ends = Date.now() + day
    const app = await page({
      seed: (backend) => {
        for (const name of ['a.txt', 'b.txt']) seedShare(backend, name, { expires: ends })
      },
    })
    await row('a.txt')
    const dialog = await open(app, 2)
    await app.user.click(dialog.getByRole('button', { name: 'Extend 2 links' }))
    const until = (days: number) =>
      `2 links work until ${formatWeekdayDate(ends + days * day, Date.now(), 'en-US')}`
    await screen.findByText(until(30))
    const messages = within(screen.getByRole('region', { name: 'Notifications' }))
    await app.user.click(messages.getByRole('button', { name: 'Copy links' }))
    expect(await screen.findByText('2 links copied')).toBeVisible()
    const copied = await navigator.clipboard.readText()
    const ids = (await linksOfMei(app)).map(({ id }) => id)
    expect(copied.split('\n').map((link) => link.split('/s/')[1])).toEqual(ids.toReversed())
    const back = held()
    app.faults.always(
      ({ method, path }) => method === 'POST' && path.startsWith('/share/'),
      back.fault,
    )
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    expect(await screen.findByRole('progressbar', { name: 'Changing 0 of 2' })).toBeVisible()
    expect(screen.getAllByRole('progressbar')).toHaveLength(1)
    expect(screen.queryByText(until(30))).toBeNull()
    back.free()
    expect(await screen.findByText(until(0))).toBeVisible()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('looks up an edit whose answer was lost', async () => {
    const app = await page({
      seed: (backend) => {
        seedShare(backend, 'a.txt', { expires: Date.now() + day })
        seedShare(backend, 'b.txt', { expires: Date.now() + day })
      },
      faults: (faults) =>
        faults.next(({ method, path }) => method === 'POST' && path.startsWith('/share/'), {
          kind: 'lost',
        }),
    })
    await row('a.txt')
    const dialog = await open(app, 2)
    await app.user.click(dialog.getByRole('button', { name: 'Extend 2 links' }))
    expect(await screen.findByText(/^2 links work until/, {}, { timeout: 15_000 })).toBeVisible()
    const posts = app.requests.filter(
      ({ method, path }) => method === 'POST' && path.startsWith('/share/'),
    )
    expect(posts).toHaveLength(2)
  })
})
