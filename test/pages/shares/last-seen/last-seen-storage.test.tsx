import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { names, page, row, seedShare } from '../fixtures.tsx'

it('S12 says nothing and loses nothing while storage is full or blocked', async () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('indexedDB', { open: refuse })
  const setItem = vi.spyOn(Storage.prototype, 'setItem')
  const app = await page({ seed: (backend) => void seedShare(backend, 'a.txt', { visited: 2 }) })
  setItem.mockImplementation(refuse)
  await row('a.txt')
  seedShare(app, 'b.txt')
  await app.user.keyboard('r')
  await row('b.txt')
  expect(names()).toEqual(['b.txt', 'a.txt'])
  const filters = screen.getByRole('group', { name: 'Filters' })
  expect(within(filters).queryByText(/^Since/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  setItem.mockRestore()
  vi.unstubAllGlobals()
})
