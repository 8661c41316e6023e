import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { cachedLinkSource } from '#src/features/links/source/link-source-cache.ts'
import { readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { here } from '../../../dom/harness.tsx'
import { held, type LoggedRequest } from '../../../dom/network.ts'
import { callService, linksOfMei } from '../../../processes/service-api.ts'
import { day, many, names, page, row, seedShare } from '../fixtures.tsx'

type App = Awaited<ReturnType<typeof page>>

const count = 24
const isEdit = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.startsWith('/share/')
const edits = (requests: readonly LoggedRequest[]) => requests.filter(isEdit)
/** How many links have the limit that the tests set. */
const limited = async (app: App) =>
  (await linksOfMei(app)).filter(({ remain_downloads: limit }) => limit === 9).length

/** All links are selected, and the limit of each is to become 9. */
async function atChange(options: Parameters<typeof page>[0] = {}) {
  const app = await page({ seed: (backend) => many(backend, count), ...options })
  const { user } = app
  await screen.findByText(/^\d+ links?$/)
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(await screen.findByRole('button', { name: 'Extend…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Extend/ }))
  await user.click(
    within(dialog.getByRole('group', { name: 'Download limit' })).getByRole('radio', {
      name: 'Set to',
    }),
  )
  await user.type(dialog.getByRole('textbox', { name: 'Download limit' }), '9')
  return { app, start: () => user.click(dialog.getByRole('button', { name: /^Extend/ })) }
}

/** From the given edit on, no request of this kind gets an answer. */
function stallFrom({ faults }: App, from: number): void {
  let sent = 0
  faults.always((request) => isEdit(request) && ++sent > from, { kind: 'stall' })
}

describe('S9 a change of many links', () => {
  it('that is stopped keeps what was changed, and says so', async () => {
    const { app, start } = await atChange()
    stallFrom(app, 20)
    await start()
    await waitFor(async () => expect(await limited(app)).toBe(20), { timeout: 15_000 })
    await app.user.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByText(/^20 of 24 links changed\./)).toBeVisible()
    expect(await limited(app)).toBe(20)
  }, 60_000)

  it('names the one that another tab deleted meanwhile, and changes the others', async () => {
    const { app, start } = await atChange()
    const [gone] = (await linksOfMei(app)).filter(({ name }) => name === 'file 2.txt')
    // Only of a link whose place is known can the page tell that it was deleted: its row is one of those that are drawn.
    await waitFor(() => expect(cachedLinkSource(gone?.id ?? '')).toBeDefined())
    let release = () => {}
    const until = new Promise<void>((resolve) => (release = resolve))
    // The first of two chunks; the link is in the last one.
    app.faults.next(isEdit, { kind: 'hold', until })
    app.faults.next(isEdit, { kind: 'hold', until })
    await start()
    await waitFor(() => expect(edits(app.requests)).toHaveLength(2))
    await callService(app.service, 'DELETE', `/share/${gone?.id}`, { as: app.mei })
    release()
    expect(
      await screen.findByText('23 of 24 links changed. 1 failed.', {}, { timeout: 15_000 }),
    ).toBeVisible()
    expect(await limited(app)).toBe(23)
    await waitFor(() => expect(names()).not.toContain('file 2.txt'))
  }, 60_000)

  it('goes on after a reload, each link changed once', async () => {
    const { app, start } = await atChange()
    stallFrom(app, 20)
    await start()
    await waitFor(async () => expect(await limited(app)).toBe(20), { timeout: 15_000 })
    const next = await app.reload()
    expect(
      await screen.findByText(/24 links was interrupted/, {}, { timeout: 15_000 }),
    ).toBeVisible()
    const before = edits(app.requests).length
    await next.user.click(screen.getByRole('button', { name: 'Check and resume' }))
    await waitFor(async () => expect(await limited(app)).toBe(count), { timeout: 15_000 })
    expect(edits(app.requests).length - before).toBe(4)
  }, 60_000)

  it('puts back after a reload what the links allowed when they were changed, not what the list had', async () => {
    const { app, start } = await atChange()
    // The first of each chunk has been read when the others are changed elsewhere.
    let release = () => {}
    const until = new Promise<void>((resolve) => (release = resolve))
    for (let held = 0; held < 2; held++) app.faults.next(isEdit, { kind: 'hold', until })
    await start()
    await waitFor(() => expect(edits(app.requests)).toHaveLength(2))
    for (const { id, name } of await linksOfMei(app)) {
      const body = { uri: `svc://my/${encodeURIComponent(name)}`, downloads: 3 }
      const options = { as: app.mei, body }
      expect((await callService(app.service, 'POST', `/share/${id}`, options)).code).toBe(0)
    }
    stallFrom(app, 12)
    release()
    await waitFor(async () => expect(await limited(app)).toBe(14), { timeout: 15_000 })
    // Before the chunks have ended: a page that is closed writes nothing more, unlike one whose requests are broken off.
    const steps = JSON.stringify(await readUnfinishedJournals(app.mei))
    expect(steps.match(/"limits":\{"expires":null,"remaining":3,/g)?.length).toBeGreaterThanOrEqual(
      12,
    )
    const next = await app.reload()
    await next.user.click(
      await screen.findByRole('button', { name: 'Check and resume' }, { timeout: 15_000 }),
    )
    await waitFor(async () => expect(await limited(app)).toBe(count), { timeout: 15_000 })
    await next.user.click(
      await screen.findByRole('button', { name: /^Undo: / }, { timeout: 15_000 }),
    )
    const isBack = async () =>
      (await linksOfMei(app)).filter(({ remain_downloads: limit }) => limit === 3).length
    await waitFor(async () => expect(await limited(app)).toBe(0), { timeout: 15_000 })
    expect(await isBack()).toBe(count - 2)
  }, 60_000)

  it('ends with the session of the user who signs out', async () => {
    const { app, start } = await atChange()
    stallFrom(app, 4)
    await start()
    await waitFor(async () => expect(await limited(app)).toBe(4), { timeout: 15_000 })
    await app.user.click(screen.getByRole('button', { name: /Mei Wang/ }))
    await app.user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(here()).toMatch(/^\/sign-in/))
    expect(await limited(app)).toBe(4)
    await waitFor(async () => expect(await readUnfinishedJournals(app.mei)).toEqual([]))
  }, 60_000)

  it('names what it could not change once the group has lost the right to share', async () => {
    const { app, start } = await atChange()
    let sent = 0
    app.faults.always((request) => isEdit(request) && ++sent > 20, {
      kind: 'json',
      body: { code: ErrorCode.groupNotAllowed, msg: 'x' },
    })
    await start()
    expect(
      await screen.findByText('20 of 24 links changed. 4 failed.', {}, { timeout: 15_000 }),
    ).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Show details…' }))
    const result = within(await screen.findByRole('dialog'))
    expect(result.getAllByText('Your account does not include this.').length).toBeGreaterThan(0)
  }, 60_000)

  it('keeps no password in what it writes down for a reload', async () => {
    const { app, start } = await atChange({
      seed: (backend) => {
        seedShare(backend, 'a.txt', { password: 'geheim77' })
        seedShare(backend, 'b.txt', { password: 'geheim78' })
      },
    })
    stallFrom(app, 1)
    await start()
    await waitFor(() => expect(edits(app.requests).length).toBeGreaterThan(0))
    const journals = await readUnfinishedJournals(app.mei)
    expect(journals).toHaveLength(1)
    expect(JSON.stringify(journals)).not.toContain('geheim')
    const next = await app.reload()
    await next.user.click(
      await screen.findByRole('button', { name: 'Check and resume' }, { timeout: 15_000 }),
    )
    await waitFor(async () => expect(await limited(app)).toBe(2), { timeout: 15_000 })
  }, 60_000)

  it('waits for one of the same links that is under way, and then takes effect', async () => {
    const ends = Date.now() + day
    const app = await page({
      seed: (backend) => {
        for (const name of ['a.txt', 'b.txt']) seedShare(backend, name, { expires: ends })
      },
    })
    const extend = async (choice: string) => {
      await app.user.click(await screen.findByRole('button', { name: 'Extend…' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Extend 2 links' }))
      await app.user.click(dialog.getByRole('radio', { name: choice }))
      await app.user.click(dialog.getByRole('button', { name: 'Extend 2 links' }))
    }
    await row('a.txt')
    await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    const first = held()
    app.faults.next(isEdit, first.fault)
    await extend('+7 days')
    await waitFor(() => expect(edits(app.requests).length).toBeGreaterThan(0))
    await extend('Never')
    first.free()
    expect(await screen.findByText('2 links work and never expire')).toBeVisible()
    for (const { expires } of await linksOfMei(app)) expect(expires).toBeUndefined()
  })

  it('leaves a later end that was set elsewhere meanwhile, and extends a sooner one', async () => {
    const ends = Date.now() + day
    const app = await page({
      seed: (backend) => {
        for (const name of ['a.txt', 'b.txt']) seedShare(backend, name, { expires: ends })
      },
    })
    await row('a.txt')
    await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await app.user.click(await screen.findByRole('button', { name: 'Extend…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Extend 2 links' }))
    for (const { name, id } of await linksOfMei(app)) {
      const expire = ((name === 'a.txt' ? 90 : 2) * day) / 1_000
      const body = { uri: `svc://my/${name}`, expire }
      await callService(app.service, 'POST', `/share/${id}`, { as: app.mei, body })
    }
    await app.user.click(dialog.getByRole('button', { name: 'Extend 2 links' }))
    expect(
      await screen.findByText(/^1 of 2 links changed\. 1 has been changed since/),
    ).toBeVisible()
    for (const { name, expires } of await linksOfMei(app)) {
      const days = (Date.parse(expires ?? '') - Date.now()) / day
      expect(days).toBeCloseTo(name === 'a.txt' ? 90 : 31, 1)
    }
  })

  it('counts from the clock of the service, when the one of the browser is a day off', async () => {
    const app = await page({
      seed: (backend) => {
        seedShare(backend, 'a.txt', { expires: Date.now() + 40 * day })
        seedShare(backend, 'b.txt', { expires: Date.now() + 50 * day })
      },
    })
    await row('a.txt')
    app.clock.advance(day)
    await app.user.keyboard('r')
    await waitFor(() => expect(screen.getByText('2 links')).toBeInTheDocument())
    await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await app.user.click(await screen.findByRole('button', { name: 'Extend…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Extend/ }))
    await app.user.click(dialog.getByRole('radio', { name: 'On a date' }))
    const date = document.querySelector<HTMLInputElement>('input[type="datetime-local"]')
    expect(new Date(date?.min ?? '').getTime()).toBeGreaterThan(Date.now() + day - 120_000)
  })
})

describe('S7 Undo at the last moment', () => {
  it('sends nothing, and once it is sent there is no Undo any more', async () => {
    const app = await page({
      seed: (backend) => {
        for (const name of ['a.txt', 'b.txt']) seedShare(backend, name)
      },
    })
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select a.txt' }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      act(() => screen.getByRole('button', { name: 'Delete link' }).click())
      const undo = await screen.findByRole('button', { name: /^Undo: / })
      act(() => void vi.advanceTimersByTime(6_000))
      act(() => undo.click())
      act(() => void vi.advanceTimersByTime(10_000))
    } finally {
      vi.useRealTimers()
    }
    await waitFor(() => expect(names()).toEqual(['b.txt', 'a.txt']))
    expect(app.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    await app.user.keyboard('{Delete}')
    await app.user.click(await screen.findByRole('button', { name: 'Delete now' }))
    expect(await screen.findByText(/deleted$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull()
    expect((await linksOfMei(app)).map(({ name }) => name)).toEqual(['b.txt'])
  })
})
