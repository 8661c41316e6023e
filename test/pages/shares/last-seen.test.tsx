import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readAccountRecord } from '#src/platform/account-records.ts'
import { controlTimers, passTime } from '../../dom-timers.ts'
import { here, type Backend } from '../../harness.tsx'
import { callService } from '../../service-api.ts'
import { chip, day, names, page, row, seedShare, wide } from './fixtures.tsx'

const minute = 60_000
type App = Awaited<ReturnType<typeof page>>
type Stored = { latest?: { at: number; visits: Uint32Array } } | undefined

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
    expect(await within(chips()).findByText(/^Since \d/)).toBeVisible()
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
    expect(Object.values(kept ?? {}).every((value) => typeof value !== 'string')).toBe(true)
    expect(Object.keys(kept ?? {}).sort()).toEqual(['at', 'dead', 'downloads', 'links', 'visits'])
  })
})
