import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { here } from '../../../dom/harness.tsx'
import { callService } from '../../../processes/service-api.ts'
import { chip, day, enter, many, names, page, row, seedShare } from '../fixtures.tsx'
import { deletions, idOf, now, select, stored, three, undo } from './deletion-fixtures.tsx'

describe('S7 deleting links', () => {
  it('hides the selected links at once, offers Undo, and deletes them when the time is over', async () => {
    const view = await page({ seed: three })
    const { user, requests } = view
    await select(user, 'a.txt', 'b.txt')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await user.click(screen.getByRole('button', { name: 'Delete 2 links' }))
    await waitFor(() => expect(names()).toEqual(['c.txt']))
    expect(await screen.findByText(/^Deleting 2 links/)).toBeVisible()
    expect(await screen.findByText('1 link')).toBeInTheDocument()
    await waitFor(() => expect(chip(/^All/)).toHaveTextContent('1'))
    expect(deletions(requests)).toHaveLength(0)
    act(() => void vi.advanceTimersByTime(7_000))
    vi.useRealTimers()
    expect(await screen.findByText('2 links deleted')).toBeVisible()
    expect(deletions(requests)).toHaveLength(1)
    expect(await stored(view)).toEqual(['c.txt'])
    expect(names()).toEqual(['c.txt'])
  })

  it('Undo brings the links back to their places, selected as they were, and sends nothing', async () => {
    const view = await page({ seed: three })
    const { user, requests } = view
    await select(user, 'b.txt')
    await user.keyboard('{Delete}')
    await waitFor(() => expect(names()).toEqual(['c.txt', 'a.txt']))
    await user.click(await undo())
    await waitFor(() => expect(names()).toEqual(['c.txt', 'b.txt', 'a.txt']))
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Select b.txt' })).toBeChecked(),
    )
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /^Undo: / })).not.toBeInTheDocument(),
    )
    expect(deletions(requests)).toHaveLength(0)
    expect(await stored(view)).toHaveLength(3)
  })

  it('is not sent while the pointer or the focus is in its message, and then after the whole time', async () => {
    const view = await page({ seed: three })
    await select(view.user, 'b.txt')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await view.user.keyboard('{Delete}')
    const button = await undo()
    const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
    pass(5_000)
    await view.user.hover(button)
    pass(60_000)
    act(() => button.focus())
    await view.user.unhover(button)
    pass(60_000)
    expect(deletions(view.requests)).toHaveLength(0)
    act(() => button.blur())
    pass(6_500)
    expect(deletions(view.requests)).toHaveLength(0)
    expect(button).toBeVisible()
    pass(1_000)
    await waitFor(() => expect(deletions(view.requests)).toHaveLength(1))
    vi.useRealTimers()
    await waitFor(async () => expect(await stored(view)).toEqual(['a.txt', 'c.txt']))
  })

  it('the button that ends the wait says so in words', async () => {
    const view = await page({ seed: three })
    await select(view.user, 'b.txt')
    await view.user.keyboard('{Delete}')
    const button = await now()
    expect(button).toHaveTextContent('Delete now')
    await view.user.click(button)
    await waitFor(async () => expect(await stored(view)).toEqual(['a.txt', 'c.txt']))
  })

  it('Undo comes back in the order by which the list is sorted', async () => {
    const { user } = await page({ path: '/shares?sort=name', seed: three })
    await select(user, 'b.txt')
    await user.keyboard('{Delete}')
    await waitFor(() => expect(names()).toEqual(['a.txt', 'c.txt']))
    await user.click(await undo())
    await waitFor(() => expect(names()).toEqual(['a.txt', 'b.txt', 'c.txt']))
  })

  it('stays hidden when the list is refreshed before it is sent, and Undo still works', async () => {
    const { user } = await page({ seed: three })
    await select(user, 'b.txt')
    await user.keyboard('{Delete}')
    await waitFor(() => expect(names()).toEqual(['c.txt', 'a.txt']))
    await user.keyboard('r')
    expect(await screen.findByText('2 links')).toBeInTheDocument()
    expect(names()).toEqual(['c.txt', 'a.txt'])
    await user.click(await undo())
    await waitFor(() => expect(names()).toEqual(['c.txt', 'b.txt', 'a.txt']))
  })

  it('survives a change of page: Undo is there too', async () => {
    const view = await page({ seed: three })
    const { user } = view
    await select(user, 'a.txt')
    await user.keyboard('{Delete}')
    await undo()
    await user.click(screen.getByRole('link', { name: /^Trash/ }))
    await waitFor(() => expect(here()).toBe('/trash'))
    await user.click(await undo())
    await user.click(screen.getByRole('link', { name: /^Shares/ }))
    await row('a.txt')
    expect(await stored(view)).toHaveLength(3)
  })

  it('is offered in the details of a link', async () => {
    const view = await page({ seed: three })
    const { user } = view
    await user.click(await row('a.txt'))
    await enter(user)
    const panel = within(await screen.findByRole('complementary', { name: 'a.txt' }))
    await user.click(panel.getByRole('button', { name: 'Delete link' }))
    await waitFor(() => expect(names()).toEqual(['c.txt', 'b.txt']))
    await user.click(await now())
    expect(await screen.findByText(/^The link to “.*a\.txt.*” deleted$/)).toBeVisible()
    expect(await stored(view)).toEqual(['b.txt', 'c.txt'])
  })

  it('is called deleted only once the service says so; what it refuses comes back with its reason', async () => {
    const view = await page({
      seed: three,
      faults: (faults) =>
        faults.always('DELETE /share', { kind: 'json', body: { code: 403, msg: 'no' } }),
    })
    const { user } = view
    await select(user, 'a.txt', 'b.txt')
    await user.keyboard('{Delete}')
    await waitFor(() => expect(names()).toEqual(['c.txt']))
    await user.click(await now())
    await waitFor(() => expect(names()).toEqual(['c.txt', 'b.txt', 'a.txt']))
    expect(screen.queryByText(/links deleted$/)).not.toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Show details…' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('region', { name: 'Failed' })).toBeVisible()
    view.faults.clear()
    await user.click(dialog.getByRole('button', { name: 'Retry 2' }))
    await waitFor(() => expect(names()).toEqual(['c.txt']))
    expect(await stored(view)).toEqual(['c.txt'])
  })

  it('looks in the list what became of links whose answer was lost, and sends nothing twice', async () => {
    const view = await page({
      seed: three,
      faults: (faults) => faults.next('DELETE /share', { kind: 'lost' }),
    })
    const { user, requests } = view
    await select(user, 'a.txt', 'b.txt')
    await user.keyboard('{Delete}')
    await user.click(await now())
    expect(await screen.findByText('2 links deleted', {}, { timeout: 15_000 })).toBeVisible()
    expect(deletions(requests)).toHaveLength(1)
    expect(await stored(view)).toEqual(['c.txt'])
  })

  it('sends links again whose request never arrived, dead ones too', async () => {
    const view = await page({
      seed: (backend) => {
        three(backend)
        seedShare(backend, 'dead.txt', { expires: Date.now() - day })
      },
      faults: (faults) => faults.next('DELETE /share', { kind: 'drop' }),
    })
    const { user, requests } = view
    await select(user, 'a.txt', 'dead.txt')
    await user.keyboard('{Delete}')
    await user.click(await now())
    expect(await screen.findByText('2 links deleted', {}, { timeout: 15_000 })).toBeVisible()
    expect(deletions(requests)).toHaveLength(2)
    expect(await stored(view)).toEqual(['b.txt', 'c.txt'])
  })

  it('rule 9.7 deletes one by one after two JSON documents in one answer, and names the one that failed', async () => {
    const view = await page({ seed: three })
    const { user, requests } = view
    const bad = idOf(view, 'b.txt')
    view.faults.always('DELETE /share', {
      kind: 'status',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"code":40001,"msg":"x"}{"code":0,"msg":""}',
    })
    view.faults.always(`DELETE /share/${await bad}`, {
      kind: 'json',
      body: { code: 40001, msg: 'Failed to parse object ID' },
    })
    await select(user, 'a.txt', 'b.txt', 'c.txt')
    await user.keyboard('{Delete}')
    await user.click(await now())
    expect(await screen.findByText(/^2 of 3 links deleted\. 1 failed\.$/)).toBeVisible()
    await waitFor(() => expect(names()).toEqual(['b.txt']))
    expect(deletions(requests)).toHaveLength(4)
    expect(await stored(view)).toEqual(['b.txt'])
  })

  it('deletes one by one where the service cannot delete several', async () => {
    const view = await page({
      seed: three,
      faults: (faults) =>
        faults.always('DELETE /share', { kind: 'status', status: 404, body: '404 page not found' }),
    })
    const { user } = view
    await select(user, 'a.txt', 'c.txt')
    await user.keyboard('{Delete}')
    await user.click(await now())
    expect(await screen.findByText('2 links deleted')).toBeVisible()
    expect(await stored(view)).toEqual(['b.txt'])
  })

  it('takes a link that somebody deleted elsewhere meanwhile for deleted', async () => {
    const view = await page({ seed: three })
    const { user } = view
    const id = await idOf(view, 'a.txt')
    await select(user, 'a.txt')
    await user.keyboard('{Delete}')
    await callService(view.service, 'DELETE', `/share/${id}`, { as: view.mei })
    await user.click(await now())
    expect(await screen.findByText(/^The link to “.*a\.txt.*” deleted$/)).toBeVisible()
  })

  it('deletes all that match with many links, and Stop keeps what was not sent', async () => {
    const view = await page({ seed: (backend) => many(backend, 450) })
    const { user, faults } = view
    await screen.findByText('450 links')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.keyboard('{Delete}')
    let sent = 0
    faults.always(({ method }) => method === 'DELETE' && ++sent > 2, { kind: 'stall' })
    await user.click(await screen.findByRole('button', { name: 'Delete 450 links' }))
    expect(await screen.findByText('Links you create appear here.')).toBeVisible()
    expect(await screen.findByText('Deleting 200 of 450')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText(/^200 of 450 links deleted\./)).toBeVisible()
    expect(await screen.findByText('250 selected')).toBeInTheDocument()
  })
})
