import { within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { callService } from '../../processes/service-api.ts'
import { day, many, page, row, seedShare } from './fixtures.tsx'

it('G12 a dead link in view that is not among the newest is live on coming back once it was extended elsewhere', async () => {
  let id = ''
  const app = await page({
    path: '/shares?dir=asc',
    isLive: true,
    seed: (backend) => {
      id = seedShare(backend, 'old.txt', { expires: 1, createdAt: Date.now() - day })
      many(backend, 120)
    },
  })
  const cells = within(await row('old.txt'))
  expect(cells.getByText('Expired')).toBeVisible()
  await callService(app.service, 'POST', `/share/${id}`, {
    as: app.mei,
    body: { uri: 'svc://my/old.txt', expire: (90 * day) / 1_000 },
  })
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 6_000)
  window.dispatchEvent(new Event('focus'))
  expect(await cells.findByText('Live')).toBeVisible()
})
