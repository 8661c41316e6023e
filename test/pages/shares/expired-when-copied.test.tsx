import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { share } from '../shared-link/fixtures.tsx'
import { copied, enter, page, row, seedShare } from './fixtures.tsx'

/* The page draws by a time that is up to a minute old. */

afterEach(() => vi.useRealTimers())
const soon = () => Date.now() + 20_000
const passes = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
}

it.each(['Copy link', 'Copy with password'])(
  'S17 a link that has just expired is copied from its details only after a question: %s',
  async (name) => {
    const { user } = await page({
      seed: (backend) =>
        void seedShare(backend, 'a.txt', { expires: soon(), password: 'geheim77' }),
    })
    await navigator.clipboard.writeText('before')
    await user.click(await row('a.txt'))
    await enter(user)
    const panel = within(await screen.findByRole('complementary', { name: 'a.txt' }))
    passes()
    await user.click(panel.getByRole('button', { name }))
    expect(await screen.findByRole('dialog', { name: 'This link is dead' })).toBeVisible()
    expect(await copied()).toBe('before')
  },
)

it('S17 a link that has just expired is not copied on its own page as if it worked', async () => {
  let id = ''
  const { user } = await renderApp({
    seed: (backend) => {
      id = share(backend, { expires: soon() })
    },
    path: () => `/s/${id}`,
  })
  const own = within(await screen.findByRole('region', { name: 'Your link' }))
  const copy = await own.findByRole('button', { name: 'Copy link' })
  passes()
  await user.click(copy)
  expect(await screen.findByText('Dead link copied. Nobody can open it.')).toBeVisible()
})

it('S17 a link that has just expired is extended in Files in place of being copied', async () => {
  const { user } = await renderApp({
    path: '/files',
    seed: (backend) => void seedShare(backend, 'a.txt', { expires: soon() }),
  })
  fireEvent.contextMenu(await screen.findByRole('row', { name: 'a.txt' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
  const panel = within(await screen.findByRole('complementary', { name: 'a.txt' }))
  const copy = await panel.findByRole('button', { name: /^Copy link/ })
  passes()
  await user.click(copy)
  expect(await screen.findByRole('dialog', { name: /^Extend link to/ })).toBeVisible()
})
