import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deleteLinksLater } from '#src/features/links/deletion/delete-links.ts'
import { phoneQuery } from '#src/ui/sizes/use-media-query.ts'
import { setMedia } from '../../../dom/dom-state.ts'
import { renderApp } from '../../../dom/harness.tsx'
import { names, page, row, seedShare, states } from '../fixtures.tsx'
import { linkRow } from '../link-row.ts'
import { deletions, select, three, undo } from './deletion-fixtures.tsx'

afterEach(() => vi.useRealTimers())
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

it('S7 a deletion waits while a dialog keeps the user from its Undo, and then the whole time', async () => {
  const { user, requests } = await page({ seed: three })
  await select(user, 'b.txt')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await user.keyboard('{Delete}')
  await undo()
  await user.click(screen.getByRole('button', { name: 'New link…' }))
  await screen.findByRole('dialog', { name: 'New link' })
  pass(60_000)
  expect(deletions(requests)).toHaveLength(0)
  await user.keyboard('{Escape}{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await undo())
  await waitFor(() => expect(names()).toEqual(['c.txt', 'b.txt', 'a.txt']))
  expect(deletions(requests)).toHaveLength(0)
})

it('S7 on a phone, a link that is deleted for its lost item takes its details with it, so that Undo is in reach', async () => {
  setMedia(phoneQuery, true)
  const { user } = await page({ seed: states })
  await user.click(await row('gone.txt'))
  const details = within(await screen.findByRole('dialog', { name: 'gone.txt' }))
  await user.click(details.getByRole('button', { name: 'Fix…' }))
  const fix = within(await screen.findByRole('dialog', { name: /no longer works$/ }))
  await user.click(fix.getByRole('button', { name: 'Delete link' }))
  await waitFor(() => expect(names()).not.toContain('gone.txt'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await undo())
  expect(await row('gone.txt')).toBeVisible()
})

it('F4 a link that waits for its deletion is not among those of its item', async () => {
  let id = ''
  const { user, client } = await renderApp({
    path: '/files',
    seed: (backend) => {
      id = seedShare(backend, 'a.txt')
    },
  })
  fireEvent.contextMenu(await screen.findByRole('row', { name: 'a.txt' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
  const panel = within(await screen.findByRole('complementary', { name: 'a.txt' }))
  await panel.findByRole('button', { name: /^Edit… \S+\/s\// })
  act(() => deleteLinksLater(client, [linkRow({ id, name: 'a.txt' })]))
  await waitFor(() => expect(panel.queryByRole('button', { name: /^Edit… \S+\/s\// })).toBeNull())
})
