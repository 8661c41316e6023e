import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { mergeInterruptedDeletionJournals } from '#src/features/links/deletion/interrupted-deletions.ts'
import { runBeforeSignOutRequests } from '#src/jobs/before-sign-out.ts'
import {
  readUnfinishedJournals,
  createJournal,
  deleteJournal,
} from '#src/platform/operation-journal.ts'
import { here, password } from '../../../dom/harness.tsx'
import { callService } from '../../../processes/service-api.ts'
import { page, row } from '../fixtures.tsx'
import { deletions, idOf, now, select, stored, three, undo } from './deletion-fixtures.tsx'

describe('S7 leaving before a deletion is sent', () => {
  it('signing out sends it first, with what has joined it', async () => {
    const view = await page({ seed: three })
    const { user } = view
    for (const name of ['a.txt', 'b.txt']) {
      await select(user, name)
      await user.keyboard('{Delete}')
      await undo()
    }
    await user.click(screen.getByRole('button', { name: /Mei Wang/ }))
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(here()).toMatch(/^\/sign-in/))
    expect(await stored(view)).toEqual(['c.txt'])
    const sent = deletions(view.requests).filter(({ path }) => path === '/share')
    expect(sent).toHaveLength(1)
    await waitFor(async () => expect(await readUnfinishedJournals(view.mei)).toEqual([]))
  })

  it('one that is never answered holds up its own sign-out only', async () => {
    const view = await page({ seed: three })
    await row('a.txt')
    // The lookup of the result gets no answer either.
    view.faults.always(({ path }) => path.startsWith('/share'), { kind: 'stall' })
    await select(view.user, 'a.txt')
    await view.user.keyboard('{Delete}')
    await view.user.click(await now())
    await waitFor(() => expect(deletions(view.requests)).toHaveLength(1))
    // Whether signing out goes on without waiting for its time limit.
    const isAtOnce = () =>
      Promise.race([
        runBeforeSignOutRequests().then(() => true),
        new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
      ])
    expect(await isAtOnce()).toBe(false)
    // A sign-out in another tab resets the stores of this one.
    act(resetStores)
    expect(await isAtOnce()).toBe(true)
  })

  it('closing the page sends it at once', async () => {
    const view = await page({ seed: three })
    const { user } = view
    await select(user, 'a.txt', 'b.txt')
    await user.keyboard('{Delete}')
    await undo()
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(async () => expect(await stored(view)).toEqual(['c.txt']))
  })

  it('what a closed page could not send is offered in the next one, and only that', async () => {
    const view = await page({ seed: three })
    const { user, faults } = view
    await select(user, 'a.txt', 'b.txt')
    await user.keyboard('{Delete}')
    await undo()
    faults.always('DELETE /share', { kind: 'drop' })
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(() => expect(deletions(view.requests)).toHaveLength(1))
    const gone = await idOf(view, 'b.txt')
    await callService(view.service, 'DELETE', `/share/${gone}`, { as: view.mei })
    const next = await view.reload()
    expect(
      await screen.findByText('1 link was not deleted.', {}, { timeout: 15_000 }),
    ).toBeVisible()
    await next.user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/^The link to “.*a\.txt.*” deleted$/)).toBeVisible()
    expect(await stored(view)).toEqual(['c.txt'])
  })

  it('a browser that dies while Undo is on offer leaves it to be decided in the next one', async () => {
    const view = await page({ seed: three })
    for (const name of ['a.txt', 'b.txt']) {
      await select(view.user, name)
      await view.user.keyboard('{Delete}')
      await undo()
    }
    const next = await view.reload()
    const text = '2 links were not deleted.'
    expect(await screen.findByText(text, {}, { timeout: 15_000 })).toBeVisible()
    await next.user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await stored(view)).toEqual(['c.txt']))
  })

  it('one that waits in another tab is not offered in this one', async () => {
    const view = await page({ seed: three })
    await select(view.user, 'a.txt')
    await view.user.keyboard('{Delete}')
    await undo()
    const [waiting] = await readUnfinishedJournals(view.mei)
    const other = { id: await idOf(view, 'b.txt'), uri: '', name: 'b.txt' }
    const next = await view.reload(async () => {
      const lease = { page: 'of another tab', until: Date.now() + 60_000 }
      localStorage.setItem(`latchkey.lease.${waiting?.id}`, JSON.stringify(lease))
      await createJournal(view.mei, 'other', waiting?.header, [{ items: [other] }])
    })
    const text = '1 link was not deleted.'
    expect(await screen.findByText(text, {}, { timeout: 15_000 })).toBeVisible()
    await next.user.click(screen.getByRole('button', { name: 'Keep' }))
    await waitFor(async () => expect(await readUnfinishedJournals(view.mei)).toEqual([waiting]))
    expect(await stored(view)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    await deleteJournal(waiting?.id ?? '')
  })

  it('what two closed tabs could not send is offered together, and can be kept', async () => {
    const view = await page({ seed: three })
    const { user, faults } = view
    await select(user, 'a.txt')
    await user.keyboard('{Delete}')
    await undo()
    // Another tab, closed a moment before.
    const other = JSON.stringify([await idOf(view, 'b.txt')])
    localStorage.setItem(`latchkey.unsent-deletions.${view.mei}`, other)
    faults.always('DELETE /share', { kind: 'drop' })
    act(() => void window.dispatchEvent(new Event('pagehide')))
    const next = await view.reload()
    expect(
      await screen.findByText('2 links were not deleted.', {}, { timeout: 15_000 }),
    ).toBeVisible()
    await next.user.click(screen.getByRole('button', { name: 'Keep' }))
    await waitFor(() => expect(screen.queryByText(/not deleted/)).toBeNull())
    expect(await stored(view)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    await waitFor(async () => expect(await readUnfinishedJournals(view.mei)).toEqual([]))
  })

  it('what an earlier version of the page has kept is not lost when the page is closed while links are read', async () => {
    const view = await page({ seed: three })
    await row('a.txt')
    const ids = [await idOf(view, 'a.txt')]
    localStorage.setItem(`latchkey.unsent-deletions.${view.mei}`, JSON.stringify(ids))
    view.faults.always('GET /share', { kind: 'stall' })
    view.requests.length = 0
    void mergeInterruptedDeletionJournals(view.mei, [])
    await waitFor(() => expect(view.requests.some(({ path }) => path === '/share')).toBe(true))
    view.faults.clear()
    await view.reload()
    const text = '1 link was not deleted.'
    expect(await screen.findByText(text, {}, { timeout: 15_000 })).toBeVisible()
  })

  it('what is offered together stays in local storage where there is no database, until it is decided', async () => {
    const view = await page({ seed: three })
    const ids = [await idOf(view, 'a.txt'), await idOf(view, 'b.txt')]
    localStorage.setItem(`latchkey.unsent-deletions.${view.mei}`, JSON.stringify(ids))
    const next = await view.reload()
    const text = '2 links were not deleted.'
    expect(await screen.findByText(text, {}, { timeout: 15_000 })).toBeVisible()
    const kept = () => Object.entries(localStorage).filter(([key]) => key.includes('.journals.'))
    expect(kept()).toHaveLength(1)
    for (const id of ids) expect(String(kept()[0]?.[1])).toContain(`"${id}"`)
    await next.user.click(screen.getByRole('button', { name: 'Keep' }))
    await waitFor(() => expect(kept()).toEqual([]))
  })

  it('one that is being sent when the page is closed is sent again by a request that outlives it', async () => {
    const view = await page({ seed: three })
    const { user, faults } = view
    faults.next('DELETE /share', { kind: 'stall' })
    await select(user, 'a.txt')
    await user.keyboard('{Delete}')
    await user.click(await now())
    await waitFor(() => expect(deletions(view.requests)).toHaveLength(1))
    expect(await stored(view)).toHaveLength(3)
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(async () => expect(await stored(view)).toEqual(['b.txt', 'c.txt']))
  })

  it('a page that the browser brings back offers no Undo of what it has sent', async () => {
    const view = await page({ seed: three })
    const { user } = view
    await select(user, 'a.txt')
    await user.keyboard('{Delete}')
    await undo()
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(async () => expect(await stored(view)).toEqual(['b.txt', 'c.txt']))
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(await screen.findByText(/a\.txt.* deleted$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull()
    const keys = () => Object.keys(localStorage).filter((key) => key.includes('journals'))
    await waitFor(() => expect(keys()).toEqual([]))
  })

  it('can be taken back while the page has not loaded all', async () => {
    const view = await page({ seed: three })
    await select(view.user, 'a.txt')
    await view.user.keyboard('{Delete}')
    const button = await undo()
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false })))
    await view.user.click(button)
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull())
    expect(await stored(view)).toHaveLength(3)
  })

  it.each([
    ['gets no answer', { kind: 'stall' }],
    ['is refused', { kind: 'json', body: { code: 50_001, msg: 'x' } }],
  ] as const)('one that %s while signing out is offered at the next sign-in', async (_, fault) => {
    const view = await page({ seed: three, passwords: true })
    const { user, faults } = view
    await select(user, 'a.txt', 'b.txt')
    await user.keyboard('{Delete}')
    await undo()
    faults.always('DELETE /share', fault)
    await user.click(screen.getByRole('button', { name: /Mei Wang/ }))
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(here()).toMatch(/^\/sign-in/))
    expect(deletions(view.requests).length).toBeGreaterThan(0)
    faults.clear()
    await user.type(screen.getByLabelText('Email'), 'mei@example.org')
    await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
    expect(
      await screen.findByText('2 links were not deleted.', {}, { timeout: 15_000 }),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await stored(view)).toEqual(['c.txt']))
  })

  it('a session that ends waits for the sign-in, then deletes', async () => {
    const view = await page({ seed: three, passwords: true })
    const { user } = view
    await select(user, 'a.txt')
    await user.keyboard('{Delete}')
    view.service.seed.endSessions()
    await user.click(await now())
    const fields = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
    expect(await stored(view)).toHaveLength(3)
    await user.type(fields.getByLabelText('Password'), `${password}{Enter}`)
    await waitFor(async () => expect(await stored(view)).toEqual(['b.txt', 'c.txt']))
  })
})
