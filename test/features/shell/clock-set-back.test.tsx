import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { callService } from '../../processes/service-api.ts'

const row = (name: string) => screen.findByRole('row', { name })

it('G12, rule 9.6: reads lists again at focus and on entering them after the clock was set back', async () => {
  const app = await renderApp({
    path: '/files',
    isLive: true,
    isStrict: false,
    seed: ({ service, mei }) => {
      for (const name of ['a.txt', 'b.txt']) service.seed.addFile(mei, [name])
    },
    faults: (faults) => faults.always('GET /file/events', { kind: 'status', status: 404 }),
  })
  await row('a.txt')
  await app.user.click(screen.getByRole('link', { name: /^Trash/ }))
  expect(await screen.findByText('Trash is empty')).toBeVisible()
  const body = { uris: ['svc://my/a.txt'] }
  await callService(app.service, 'DELETE', '/file', { as: app.mei, body })
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now - 60 * 60_000)
  onTestFinished(() => clock.mockRestore())
  window.dispatchEvent(new Event('focus'))
  expect(await row('a.txt')).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: /^Files/ }))
  await row('b.txt')
  await waitFor(() => expect(screen.queryByRole('row', { name: 'a.txt' })).toBeNull())
})
