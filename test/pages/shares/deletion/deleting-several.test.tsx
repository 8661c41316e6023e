import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { deleteLinksLater } from '#src/features/links/deletion/delete-links.ts'
import { setLastUndo } from '#src/jobs/messages/last-undo.ts'
import { keys } from '#src/lists/keys.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { chip, day, many, names, page, row, seedShare, states } from '../fixtures.tsx'
import { deletions, idOf, now, select, stored, three, undo } from './deletion-fixtures.tsx'

type App = Awaited<ReturnType<typeof page>>

/** Keeps Delete pressed: the browser repeats the key, each time for what has the focus then. */
async function holdDelete(times = 6): Promise<void> {
  const press = (repeat: boolean) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Delete', repeat })
  press(false)
  for (let at = 0; at < times; at++) {
    await act(() => new Promise((resolve) => setImmediate(resolve)))
    press(true)
  }
}

const undoButtons = () => screen.getAllByRole('button', { name: /^Undo: / })

describe('S7 a held key', () => {
  it('deletes the link in focus, and none of those that follow it', async () => {
    const view = await page({ seed: (backend) => many(backend, 9) })
    const first = await row('file 9.txt')
    first.focus()
    await holdDelete()
    await waitFor(() => expect(names()).toHaveLength(8))
    await undo()
    await holdDelete()
    await waitFor(() => expect(names()).toHaveLength(7))
    expect(undoButtons()).toHaveLength(1)
    expect(deletions(view.requests)).toEqual([])
  })

  it('deletes the selected links, and not the one that has the focus then', async () => {
    const view = await page({ seed: (backend) => many(backend, 9) })
    await select(view.user, 'file 9.txt', 'file 7.txt')
    ;(await row('file 7.txt')).focus()
    await holdDelete()
    await waitFor(() => expect(names()).toHaveLength(7))
    await undo()
    expect(names()).toHaveLength(7)
  })
})

describe('S7 one message for several deletions', () => {
  it('one after the other they join, and one Undo brings all of them back', async () => {
    const view = await page({ seed: (backend) => many(backend, 9) })
    for (const number of [9, 4, 8, 1]) {
      ;(await row(`file ${number}.txt`)).focus()
      await view.user.keyboard('{Delete}')
      await waitFor(() => expect(names()).not.toContain(`file ${number}.txt`))
    }
    expect(await screen.findByText(/^Deleting 4 links/)).toBeVisible()
    expect(undoButtons()).toHaveLength(1)
    await view.user.click(await undo())
    await waitFor(() => expect(names()).toHaveLength(9))
    expect(screen.queryByText(/^Deleting/)).toBeNull()
    expect(await stored(view)).toHaveLength(9)
  })

  it('the time for Undo begins anew with each, and all are sent together', async () => {
    const view = await page({ seed: three })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await select(view.user, 'a.txt')
    await view.user.keyboard('{Delete}')
    await undo()
    act(() => void vi.advanceTimersByTime(5_000))
    await select(view.user, 'b.txt')
    await view.user.keyboard('{Delete}')
    await screen.findByText(/^Deleting 2 links/)
    act(() => void vi.advanceTimersByTime(5_000))
    expect(deletions(view.requests)).toEqual([])
    act(() => void vi.advanceTimersByTime(2_000))
    vi.useRealTimers()
    expect(await screen.findByText('2 links deleted')).toBeVisible()
    expect(deletions(view.requests)).toHaveLength(1)
  })

  it('while the pointer is on the message, another deletion does not start the time', async () => {
    const view = await page({ seed: three })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    ;(await row('c.txt')).focus()
    await view.user.keyboard('{Delete}')
    await view.user.hover(await undo())
    ;(await row('b.txt')).focus()
    await view.user.keyboard('{Delete}')
    await screen.findByText(/^Deleting 2 links/)
    act(() => void vi.advanceTimersByTime(20_000))
    vi.useRealTimers()
    await view.user.click(await undo())
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(deletions(view.requests)).toEqual([])
  })

  it('Undo at the moment at which another one joins takes back both, and nothing of them stays', async () => {
    const view = await page({ seed: three })
    const { user, client } = view
    await select(user, 'a.txt')
    await user.keyboard('{Delete}')
    const button = await undo()
    const list = client.getQueryData<PagedList<LinkRow>>(keys.links.list())
    const rowOf = (id: string) => list?.at(list.rowIndexOfId(id) ?? -1)
    const second = rowOf(await idOf(view, 'b.txt'))
    act(() => {
      if (second) deleteLinksLater(client, [second])
      button.click()
    })
    await waitFor(() => expect(names()).toEqual(['c.txt', 'b.txt', 'a.txt']))
    expect(screen.queryByText(/^Deleting/)).toBeNull()
    await waitFor(async () => expect(await readUnfinishedJournals(view.mei)).toEqual([]))
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(deletions(view.requests)).toEqual([])
  })

  it('Undo just before another one joins takes back the first, and the other waits by itself', async () => {
    const view = await page({ seed: three })
    const { user } = view
    await select(user, 'a.txt')
    await user.keyboard('{Delete}')
    const button = await undo()
    await select(user, 'b.txt')
    act(() => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Delete' })
      button.click()
    })
    await waitFor(() => expect(names()).toEqual(['c.txt', 'a.txt']))
    expect(await screen.findByText(/^Deleting the link to “.*b\.txt/)).toBeVisible()
    await user.click(await now())
    await waitFor(async () => expect(await stored(view)).toEqual(['a.txt', 'c.txt']))
  })

  it('Ctrl+Z brings them back, and does nothing once they have been sent', async () => {
    const view = await page({ seed: three })
    const { user } = view
    ;(await row('c.txt')).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(names()).toHaveLength(2))
    ;(await row('b.txt')).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(names()).toHaveLength(1))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(names()).toEqual(['c.txt', 'b.txt', 'a.txt']))
    ;(await row('c.txt')).focus()
    await user.keyboard('{Delete}')
    await user.click(await now())
    expect(await screen.findByText(/deleted$/)).toBeVisible()
    await user.keyboard('{Control>}z{/Control}')
    expect(names()).toEqual(['b.txt', 'a.txt'])
    expect(await stored(view)).toEqual(['a.txt', 'b.txt'])
  })

  it('leaves Ctrl+Z to what was written while they waited', async () => {
    const view = await page({ seed: three })
    ;(await row('c.txt')).focus()
    await view.user.keyboard('{Delete}')
    await waitFor(() => expect(names()).toHaveLength(2))
    const takeBack = vi.fn()
    setLastUndo(takeBack)
    await view.user.click(await now())
    await screen.findByText(/deleted$/)
    ;(await row('a.txt')).focus()
    await view.user.keyboard('{Control>}z{/Control}')
    expect(takeBack).toHaveBeenCalledOnce()
    await view.user.keyboard('{Control>}z{/Control}')
    expect(takeBack).toHaveBeenCalledOnce()
  })

  it('Undo while they are being sent takes back only what is asked for after that', async () => {
    const view = await page({ seed: three })
    const { user } = view
    let answer = () => {}
    const until = new Promise<void>((resolve) => (answer = resolve))
    view.faults.next('DELETE /share', { kind: 'hold', until })
    ;(await row('c.txt')).focus()
    await user.keyboard('{Delete}')
    await user.click(await now())
    await waitFor(() => expect(deletions(view.requests)).toHaveLength(1))
    ;(await row('b.txt')).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(names()).toEqual(['a.txt']))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(names()).toEqual(['b.txt', 'a.txt']))
    answer()
    expect(await screen.findByText(/c\.txt.* deleted$/)).toBeVisible()
    expect(await stored(view)).toEqual(['a.txt', 'b.txt'])
  })
})

describe('S7 the message says what goes', () => {
  const remove = async ({ user }: App, ...wanted: string[]) => {
    await row('live.txt')
    await select(user, ...wanted)
    await user.keyboard('{Delete}')
  }
  it.each([
    [['live.txt', 'expired.txt', 'used up.txt'], '3 links, 1 of them works and has 5 visits'],
    [['live.txt', 'expiring.txt', 'used up.txt'], '3 links, 2 of them work and have 14 visits'],
    [['live.txt', 'expiring.txt'], '2 links, all of them work and have 14 visits'],
    [['expired.txt', 'used up.txt'], '2 links, all of them dead'],
  ])('%j', async (wanted, text) => {
    const view = await page({ seed: states })
    await remove(view, ...wanted)
    expect(await screen.findByText(`Deleting ${text}`)).toBeVisible()
  })

  it.each([
    ['live.txt', 'which works and has 5 visits'],
    ['expired.txt', 'which is dead'],
  ])('of one link: %s', async (name, text) => {
    const view = await page({ seed: states })
    await remove(view, name)
    const message = await screen.findByText(/^Deleting the link to/)
    expect(message.textContent).toContain(`${name}⁩”, ${text}`)
  })
})

describe('S7 more than ten links', () => {
  /** Forty links, of which twelve work and have 310 visits together. */
  const forty = (backend: Parameters<typeof many>[0]) => {
    for (let at = 0; at < 40; at++)
      seedShare(backend, `f${at}.txt`, {
        visited: at < 11 ? 28 : at === 11 ? 2 : 9,
        ...(at < 12 ? {} : { expires: Date.now() - day }),
      })
  }
  const askAbout = async (view: App, count: number) => {
    await screen.findByText(`${count} links`)
    // By an event alone, so that the pointer stays where it is.
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await view.user.keyboard('{Delete}')
    return within(await screen.findByRole('dialog', { name: `Delete ${count} links?` }))
  }

  it('are deleted only after a question that says what they are, and at once', async () => {
    const view = await page({ seed: forty })
    const dialog = await askAbout(view, 40)
    expect(dialog.getByText(/^Up to 12 of 40 still work, 310 visits\./)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await holdDelete()
    expect(deletions(view.requests)).toEqual([])
    await view.user.click(dialog.getByRole('button', { name: 'Delete 40 links' }))
    expect(await screen.findByText('40 links deleted')).toBeVisible()
    expect(await stored(view)).toEqual([])
  })

  it('stay when the question is answered with Cancel', async () => {
    const view = await page({ seed: forty })
    const dialog = await askAbout(view, 40)
    await view.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(names().length).toBeGreaterThan(0)
    expect(screen.getByText('40 selected')).toBeInTheDocument()
    expect(await stored(view)).toHaveLength(40)
  })

  it('ten are deleted without a question', async () => {
    const view = await page({ seed: (backend) => many(backend, 10) })
    await screen.findByText('10 links')
    await view.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await view.user.keyboard('{Delete}')
    expect(await screen.findByText(/^Deleting 10 links/)).toBeVisible()
    await view.user.click(await undo())
    await waitFor(() => expect(names()).toHaveLength(10))
  })

  it('leave those alone that wait for Undo', async () => {
    const view = await page({ seed: (backend) => many(backend, 14) })
    ;(await row('file 14.txt')).focus()
    await view.user.keyboard('{Delete}')
    // Under the pointer the message waits.
    await view.user.hover(await undo())
    const dialog = await askAbout(view, 13)
    fireEvent.click(dialog.getByRole('button', { name: 'Delete 13 links' }))
    expect(await screen.findByText('13 links deleted')).toBeVisible()
    expect(await stored(view)).toEqual(['file 14.txt'])
    await view.user.click(await undo())
    await waitFor(() => expect(names()).toEqual(['file 14.txt']))
  })

  it('are confirmed by the review of Clean up, which does not ask once more', async () => {
    const view = await page({ seed: forty })
    await screen.findByText('40 links')
    await view.user.click(chip(/^Dead links/))
    await view.user.click(await screen.findByRole('button', { name: 'Clean up…' }))
    await view.user.click(await screen.findByRole('button', { name: 'Delete 28 links' }))
    expect(await screen.findByText('28 links deleted')).toBeVisible()
    expect(await stored(view)).toHaveLength(12)
  })
})
