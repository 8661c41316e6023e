import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { callService } from '../../processes/service-api.ts'
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
  return { ...app, id }
}

const line = async () => within(await screen.findByRole('region', { name: 'Your link' }))

describe('F7 the page of one’s own link', () => {
  it('that is dead is not looked for in her whole list again at each return to the tab', async () => {
    const { client, requests } = await openExpired()
    await line()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    const lists = () => requests.filter(({ path }) => path === '/share').length
    const [before, all] = [lists(), requests.length]
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(requests.length).toBeGreaterThan(all))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(lists()).toBe(before)
  })

  it('that was dead is called live once it works again', async () => {
    const app = await openExpired()
    expect((await line()).getByText('Expired')).toBeVisible()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    const body = { uri: 'svc://my/Reports/Quarterly%20review.pdf', expire: 3_000_000 }
    const edited = await callService(app.service, 'POST', `/share/${app.id}`, { as: app.mei, body })
    expect(edited.code).toBe(0)
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
    expect(await (await line()).findByText('Live')).toBeVisible()
  })
})
