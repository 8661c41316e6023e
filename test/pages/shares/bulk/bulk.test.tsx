import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { formatWeekdayDate } from '#src/lib/time.ts'
import { held } from '../../../dom/network.ts'
import { linksOfMei } from '../../../processes/service-api.ts'
import { day, many, page, row, seedShare, states } from '../fixtures.tsx'

type App = Awaited<ReturnType<typeof page>>

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
    expect(dialog.getByText('1 dead link works again. Undo cannot take that back.')).toBeVisible()
    await app.user.click(
      within(dialog.getByRole('group', { name: 'Download limit' })).getByRole('radio', {
        name: 'No limit',
      }),
    )
    expect(dialog.getByText(/2 dead links work again/)).toBeVisible()
    expect(dialog.queryByText(/had that many/)).not.toBeInTheDocument()
  })

  it('without a number for the limit has the focus there and says so, and Enter sends it then', async () => {
    const app = await page({ seed: states })
    await row('live.txt')
    const dialog = await open(app, 6)
    await app.user.click(dialog.getByRole('radio', { name: 'Set to' }))
    await app.user.click(dialog.getByRole('button', { name: /^Extend \d links$/ }))
    const limit = dialog.getByRole('textbox', { name: 'Download limit' })
    expect(limit).toHaveFocus()
    expect(limit).toHaveAccessibleDescription('Type a whole number of 1 or more.')
    const said = dialog.getAllByRole('status').map(({ textContent }) => textContent)
    expect(said).toContain('Type a whole number of 1 or more.')
    await app.user.keyboard('9{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // Two were taken.
    await waitFor(async () => expect((await linkTo(app, 'live.txt'))?.remain_downloads).toBe(7))
  })

  it('begins as for one link where all are used up: as they end now, with a limit that revives them', async () => {
    const app = await page({
      seed: (backend) => {
        seedShare(backend, 'a.txt', {
          remainDownloads: 0,
          downloaded: 3,
          expires: Date.now() + day,
        })
        seedShare(backend, 'b.txt', { remainDownloads: 0, downloaded: 5 })
      },
    })
    await row('a.txt')
    const dialog = await open(app, 2)
    expect(dialog.getByRole('radio', { name: 'As it is', checked: true })).toBeVisible()
    const limit = dialog.getByRole('textbox', { name: 'Download limit' })
    expect(limit).toHaveValue('10')
    expect(limit).toHaveFocus()
    expect(dialog.getByText(/^2 dead links work again\./)).toBeVisible()
  })

  it('offers no days more for links without an end, as for one', async () => {
    const app = await page({
      seed: (backend) => {
        for (const name of ['a.txt', 'b.txt']) seedShare(backend, name)
      },
    })
    await row('a.txt')
    const dialog = await open(app, 2)
    const choices = within(dialog.getByRole('group', { name: 'Expires' })).getAllByRole('radio')
    expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual([
      'As it is',
      'On a date',
      'Never',
    ])
    expect(choices[0]).toBeChecked()
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
      await screen.findByText(`2 links work until ${until(Date.now())} – ${until(soon)}`),
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

  it('shortens none of them by a date, unless one says so', async () => {
    const soon = Date.now() + 2 * day
    const late = Date.now() + 90 * day
    const app = await page({
      seed: (backend) => {
        seedShare(backend, 'a.txt', { expires: soon })
        seedShare(backend, 'b.txt', { expires: late })
        seedShare(backend, 'c.txt')
      },
    })
    await row('a.txt')
    const dialog = await open(app, 3)
    expect(dialog.queryByRole('checkbox', { name: /^Shorten/ })).toBeNull()
    await app.user.click(dialog.getByRole('radio', { name: 'On a date' }))
    expect(dialog.getByText('2 are left out: they end later, or never.')).toBeVisible()
    const shorten = dialog.getByRole('checkbox', {
      name: 'Shorten 2 links that end later, or never',
    })
    expect(shorten).not.toBeChecked()
    await app.user.click(shorten)
    expect(dialog.getByRole('button', { name: 'Extend 3 links' })).toBeVisible()
    await app.user.click(shorten)
    await app.user.click(dialog.getByRole('button', { name: 'Extend 1 link' }))
    await screen.findByText(/a\.txt.* works until/)
    expect(Date.parse((await linkTo(app, 'b.txt'))?.expires ?? '')).toBeCloseTo(late, -5)
    expect((await linkTo(app, 'c.txt'))?.expires).toBeUndefined()
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
