import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { recordSavedAddresses } from '../../features/files/downloads/saved-addresses.ts'
import { callService, linksOfMei } from '../../processes/service-api.ts'
import { open } from './fixtures.tsx'

recordSavedAddresses()
const hourMs = 3_600_000
const left = () => screen.getByText('Downloads left').nextSibling
const download = () => screen.findByRole('button', { name: 'Download' })

/** The visitor comes back to the tab six seconds later. */
function comeBack(): void {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 6_000)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
}
afterEach(() => {
  vi.restoreAllMocks()
})

describe('F7 a visitor who comes back to the page of a link', () => {
  it('is told that it has ended', async () => {
    const app = await open({ expires: Date.now() + hourMs })
    await download()
    const body = { ids: [app.id] }
    await callService(app.service, 'DELETE', '/share', { as: app.mei, body })
    comeBack()
    expect(await screen.findByText('This link no longer works')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('sees the downloads that are left now, which is no other visit', async () => {
    const app = await open({ remainDownloads: 3 })
    await download()
    const body = { uris: [`svc://${app.id}@share/Quarterly%20review.pdf`], download: true }
    const { code } = await callService(app.service, 'POST', '/file/url', { as: app.lin, body })
    expect(code).toBe(0)
    const [before] = await linksOfMei(app)
    comeBack()
    await waitFor(() => expect(left()).toHaveTextContent('2'))
    expect((await linksOfMei(app))[0]?.visited).toBe(before?.visited)
  })

  it('still has what the last download was spent on', async () => {
    const app = await open({ remainDownloads: 1 })
    await app.user.click(await download())
    await waitFor(() => expect(left()).toHaveTextContent('0'))
    comeBack()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(screen.getByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
  })
})
