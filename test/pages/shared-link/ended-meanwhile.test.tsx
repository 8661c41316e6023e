import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openFile } from './fixtures.tsx'

describe('F7 a link that ends while somebody is at it', () => {
  const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))
  const ended = /^This link has ended\. Nothing more can be loaded from it/

  it.each([undefined, 2])(
    'says so when one comes back to the tab, and takes nothing away (downloads left: %s)',
    async (remainDownloads) => {
      const { user, asked, requests, link, end } = await openFile(
        'Notes.txt',
        remainDownloads === undefined ? {} : { remainDownloads },
      )
      if (remainDownloads)
        await user.click(await screen.findByRole('button', { name: /^Open \(2 of 2/ }))
      await screen.findByRole('region', { name: 'Notes.txt' })
      const before = await link()
      comeBack()
      const lookedAt = () => requests.filter(({ path }) => path.startsWith('/share/info/')).length
      const looks = lookedAt()
      await waitFor(() => expect(lookedAt()).toBeGreaterThanOrEqual(looks))
      await waitFor(() => expect(requests.every(({ status }) => status === 200)).toBe(true))
      expect(screen.queryByText(ended)).toBeNull()
      // It is neither a visit nor a download.
      expect(await link()).toEqual(before)
      await end()
      comeBack()
      expect(await screen.findByText(ended)).toBeVisible()
      expect(screen.getByRole('region', { name: 'Notes.txt' })).toHaveTextContent('It rained.')
      expect(screen.getByRole('button', { name: 'Download' })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      expect(asked()).toBe(1)
    },
  )

  it('offers nothing more to open, and says nothing where the service does not answer', async () => {
    const { faults, end, asked } = await openFile('Notes.txt', { remainDownloads: 2 })
    await screen.findByRole('button', { name: /^Open \(2 of 2/ })
    faults.next('GET /share/info/*', { kind: 'status', status: 500 })
    comeBack()
    await act(() => new Promise((resolve) => setImmediate(resolve)))
    expect(screen.queryByText(ended)).toBeNull()
    await end()
    comeBack()
    expect(await screen.findByText(ended)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull()
    expect(asked()).toBe(0)
  })
})
