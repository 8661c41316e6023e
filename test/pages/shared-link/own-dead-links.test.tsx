import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { share } from './fixtures.tsx'

/** The page of Mei's link to a file, which has expired, seen by Mei. */
async function openExpired() {
  let id = ''
  const app = await renderApp({
    seed: (backend) => {
      id = share(backend, { expires: Date.now() - 86_400_000 })
    },
    path: () => `/s/${id}`,
  })
  return app
}

const line = async () => within(await screen.findByRole('region', { name: 'Your link' }))

describe('F7 the page of one’s own link', () => {
  it('that is dead is not looked for in her whole list again at each return to the tab', async () => {
    const { client, requests } = await openExpired()
    await line()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    const lists = () => requests.filter(({ path }) => path === '/share').length
    const before = lists()
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(lists()).toBe(before)
  })

  it('that was dead is called live once it is extended', async () => {
    const app = await openExpired()
    expect((await line()).getByText('Expired')).toBeVisible()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    await app.user.click((await line()).getByRole('button', { name: 'Extend…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Extend' }))
    expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
    expect(await (await line()).findByText('Live')).toBeVisible()
  })
})
