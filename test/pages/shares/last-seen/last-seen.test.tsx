import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LinksSnapshot } from '#src/features/links/state/last-seen.ts'
import { readAccountRecord, writeAccountRecord } from '#src/platform/account-records.ts'
import { controlTimers, passTime } from '../../../dom/dom-timers.ts'
import { here, type Backend } from '../../../dom/harness.tsx'
import { callService } from '../../../processes/service-api.ts'
import { chip, day, names, page, row, seedShare, wide } from '../fixtures.tsx'

const minute = 60_000
type App = Awaited<ReturnType<typeof page>>
type Stored = { before?: LinksSnapshot; latest?: LinksSnapshot } | undefined

const stored = async ({ mei }: App) => (await readAccountRecord(mei, 'link-snapshots')) as Stored
/** Waits until the list, as it is now, has been saved for the next viewing. */
async function isKept(app: App, after = 0): Promise<void> {
  await passTime(1_000)
  await waitFor(async () => expect((await stored(app))?.latest?.at ?? 0).toBeGreaterThan(after))
}
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const chips = () => screen.getByRole('group', { name: 'Filters' })

const three = (backend: Backend): Record<'a' | 'b' | 'c', string> => ({
  a: seedShare(backend, 'a.txt', { visited: 4, downloaded: 1 }),
  b: seedShare(backend, 'b.txt', { expires: Date.now() + day, visited: 1 }),
  c: seedShare(backend, 'c.txt', { visited: 9 }),
})

/** Leaves the list for so long, and comes back. */
async function comeBack({ user }: Pick<App, 'user'>, after: number): Promise<void> {
  await user.click(screen.getByRole('link', { name: /^Trash/ }))
  // The list of links is on screen until the code of the other page is here, and is saved when it changes.
  await waitFor(() => expect(document.title).toMatch(/^Trash/))
  later(after)
  await user.click(screen.getByRole('link', { name: /^Shares/ }))
}

/** The list is viewed, and again two days later: `a` was visited, `b` has expired, `d` is new. */
async function viewedTwice() {
  let ids = { a: '', b: '', c: '' }
  const app = await page({
    seed: (backend) => {
      ids = three(backend)
    },
  })
  await row('a.txt')
  await isKept(app)
  expect(within(chips()).queryByText(/^Since/)).toBeNull()
  for (let visit = 0; visit < 3; visit++)
    await callService(app.service, 'GET', `/share/info/${ids.a}?count_views=true`)
  seedShare(app, 'd.txt')
  await comeBack(app, 2 * day)
  await row('d.txt')
  return app
}

beforeEach(() => {
  controlTimers({ isDateIncluded: true })
  wide()
  return () => vi.useRealTimers()
})

describe('S12 what has changed since the list was last viewed', { timeout: 60_000 }, () => {
  it('is not shown at the first viewing', async () => {
    const app = await page({ seed: (backend) => void three(backend) })
    await row('a.txt')
    await isKept(app)
    await comeBack(app, minute)
    await row('a.txt')
    expect(within(chips()).queryByText(/^Since/)).toBeNull()
    expect(screen.queryByText('New')).toBeNull()
  })

  it('marks what is new and newly dead, and says how many visits came in', async () => {
    await viewedTwice()
    const gained = await within(await row('a.txt')).findByRole('img', {
      name: /^3 more since \S/,
    })
    expect(gained).toHaveTextContent('+3')
    expect(await within(await row('d.txt')).findByText('New')).toBeVisible()
    expect(await within(await row('b.txt')).findByText('Newly dead')).toBeVisible()
    expect(within(await row('c.txt')).queryByText(/^(?:\+|New)/)).toBeNull()
    expect(await within(chips()).findByText(/^Since \S/)).toBeVisible()
  })

  it('names the day as the English of the browser does', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB'])
    const app = await page({ seed: (backend) => void three(backend) })
    await row('a.txt')
    await isKept(app)
    seedShare(app, 'd.txt')
    await comeBack(app, 8 * day)
    await row('d.txt')
    expect(await within(chips()).findByText(/^Since \d+ [A-Z]/)).toBeVisible()
  })

  it.each([
    [/^New 1/, 'new', 'd.txt'],
    [/^Newly dead 1/, 'dead', 'b.txt'],
    [/^Visited 1/, 'visited', 'a.txt'],
  ])('filters by %s, also from the address', async (label, value, name) => {
    const { user, reload } = await viewedTwice()
    await user.click(await within(chips()).findByRole('button', { name: label }))
    await waitFor(() => expect(names()).toEqual([name]))
    expect(here()).toBe(`/shares?since=${value}`)
    await reload()
    await waitFor(() => expect(names()).toEqual([name]))
    await waitFor(() => expect(chip(label)).toHaveAttribute('aria-pressed', 'true'))
  })

  it('keeps the marks through a reload and a visit to the trash', async () => {
    const app = await viewedTwice()
    await within(await row('d.txt')).findByText('New')
    await isKept(app, Date.now() - minute)
    later(10 * minute)
    const again = await app.reload()
    expect(await within(await row('d.txt')).findByText('New')).toBeVisible()
    await comeBack(again, 20 * minute)
    expect(await within(await row('d.txt')).findByText('New')).toBeVisible()
  })

  it('marks what is new also when the clock of the browser is a day behind', async () => {
    const app = await page({ clockOffsetMs: day, seed: (backend) => void three(backend) })
    await row('a.txt')
    await isKept(app)
    seedShare(app, 'd.txt')
    await comeBack(app, 60 * minute)
    expect(await within(await row('d.txt')).findByText('New')).toBeVisible()
    expect(await within(chips()).findByText(/^Since /)).toBeVisible()
  })

  it('begins anew half an hour after the list was last on screen', async () => {
    const app = await viewedTwice()
    await within(await row('d.txt')).findByText('New')
    await isKept(app, Date.now() - minute)
    await comeBack(app, 31 * minute)
    await row('d.txt')
    await waitFor(() => expect(screen.queryByText('New')).toBeNull())
    expect(screen.queryByText('Newly dead')).toBeNull()
    expect(within(chips()).queryByText(/^Since/)).toBeNull()
  })

  it('is kept when the user signs out, without names, passwords or anything that opens a link', async () => {
    const app = await page({
      seed: (backend) => void seedShare(backend, 'a.txt', { password: 'geheim' }),
    })
    await row('a.txt')
    await isKept(app)
    await app.user.click(screen.getByRole('button', { name: /Mei Wang/ }))
    await app.user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(here()).toMatch(/^\/sign-in/))
    const kept = (await stored(app))?.latest
    expect(kept).toEqual({
      at: expect.any(Number),
      links: [expect.any(Number)],
      visits: [0],
      downloads: [0],
      dead: [0],
    })
  })
})

/** A snapshot as the page stored it before it stored plain numbers. */
const olderSnapshot = ({ at, links, visits, downloads, dead }: LinksSnapshot) => ({
  at,
  links: Float64Array.from(links),
  visits: Uint32Array.from(visits),
  downloads: Uint32Array.from(downloads),
  dead: Uint8Array.from(dead),
})

/** Whether an earlier version of the page takes a snapshot for one of its own. */
const isReadByOlder = (snapshot: unknown) => {
  const { links, visits, downloads, dead } = snapshot as ReturnType<typeof olderSnapshot>
  return (
    links instanceof Float64Array &&
    visits instanceof Uint32Array &&
    downloads instanceof Uint32Array &&
    dead instanceof Uint8Array
  )
}

const reloadWith = (app: App, record: unknown) =>
  app.reload(() => writeAccountRecord(app.mei, 'link-snapshots', record))

describe('S12 beside an earlier version of the page', { timeout: 60_000 }, () => {
  it('goes on from what that version stored', async () => {
    const app = await viewedTwice()
    await within(await row('d.txt')).findByText('New')
    const { before } = (await stored(app)) ?? {}
    if (!before) throw new Error('nothing to compare with')
    const snapshot = olderSnapshot(before)
    await reloadWith(app, { before: snapshot, latest: snapshot })
    expect(await within(await row('d.txt')).findByText('New')).toBeVisible()
    expect(await within(await row('b.txt')).findByText('Newly dead')).toBeVisible()
    expect(
      await within(await row('a.txt')).findByRole('img', { name: /^3 more since \S/ }),
    ).toHaveTextContent('+3')
    expect(within(await row('c.txt')).queryByText(/^(?:\+|New)/)).toBeNull()
  })

  it.each([
    ['of which a part is missing', { at: 5 }],
    [
      'whose parts do not belong together',
      { at: 5, links: [], visits: [1], downloads: [], dead: [] },
    ],
    ['that is none', 'text'],
  ])('takes a snapshot %s for none: nothing is new', async (_, snapshot) => {
    const app = await page({ seed: (backend) => void three(backend) })
    await row('a.txt')
    await reloadWith(app, { before: snapshot, latest: snapshot })
    await row('a.txt')
    await isKept(app, Date.now() - minute)
    expect(within(chips()).queryByText(/^Since/)).toBeNull()
    expect(screen.queryByText('New')).toBeNull()
  })

  it('says nothing false after an open tab of it has stored the list', async () => {
    const app = await viewedTwice()
    await within(await row('d.txt')).findByText('New')
    await isKept(app, Date.now() - minute)
    const { before, latest } = (await stored(app)) ?? {}
    if (!before || !latest) throw new Error('nothing is stored')
    // It knows neither of them, and so compares with nothing and keeps none before its own.
    expect([before, latest].filter(isReadByOlder)).toEqual([])
    const again = await reloadWith(app, { before: undefined, latest: olderSnapshot(latest) })
    await row('d.txt')
    expect(screen.queryByText('New')).toBeNull()
    seedShare(app, 'e.txt')
    await comeBack(again, 60 * minute)
    expect(await within(await row('e.txt')).findByText('New')).toBeVisible()
    expect(within(await row('d.txt')).queryByText('New')).toBeNull()
  })
})
