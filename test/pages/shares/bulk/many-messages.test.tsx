import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { linksOfMei } from '../../../processes/service-api.ts'
import { names, page, seedShare } from '../fixtures.tsx'

describe('S7 a link that is deleted in a moment', () => {
  it('can be kept with Undo however many other messages come', async () => {
    const view = await page({
      seed: (backend) => {
        for (const name of ['a.txt', 'b.txt', 'c.txt']) seedShare(backend, name)
      },
    })
    await view.user.click(await screen.findByRole('checkbox', { name: 'Select b.txt' }))
    await view.user.keyboard('{Delete}')
    await screen.findByRole('button', { name: /^Undo: / })
    act(() => {
      for (let count = 1; count <= 5; count++)
        showToast({ kind: 'done', key: 'copied', values: { count } })
    })
    await screen.findByText(/^5 links copied/)
    expect(screen.queryByText(/^2 links copied/)).toBeNull()
    await view.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await waitFor(() => expect(names()).toEqual(['c.txt', 'b.txt', 'a.txt']))
    expect(view.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    expect(await linksOfMei(view)).toHaveLength(3)
  })
})
