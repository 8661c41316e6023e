import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createEmbeddedService } from '#src/server/service.ts'
import { connect, FaultSwitch, type LoggedRequest } from '../dom/network.ts'

/* `main.tsx` itself, as the document loads it. */

test('the page starts: it renews the session, shows that its list is loading, then the list and what comes when idle', async () => {
  const service = await createEmbeddedService({ dir: ':memory:', passwordCost: 4 })
  const mei = service.seed.addUser({ email: 'mei@example.org', nickname: 'Mei Wang' })
  service.seed.addShare(service.seed.addFile(mei, ['plan.md']))
  const { refresh_token: refresh } = await service.seed.mintToken(mei)
  sessionStorage.setItem('latchkey.session', JSON.stringify({ refresh, userId: mei }))
  let answer = () => {}
  const until = new Promise<void>((resolve) => (answer = resolve))
  const faults = new FaultSwitch()
  faults.always('GET /share', { kind: 'hold', until })
  const requests: LoggedRequest[] = []
  const network = connect(service, faults, requests)
  globalThis.fetch = network.fetch
  window.history.replaceState(null, '', '/shares')
  document.body.innerHTML = '<div id="root"></div>'

  await import('#src/main.tsx')
  const main = await screen.findByRole('main', {}, { timeout: 30_000 })
  expect(await within(main).findByRole('progressbar', { name: 'Loading' })).toBeInTheDocument()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull()
  expect(document.documentElement.lang).toBe('en')

  answer()
  expect(await screen.findByRole('grid')).toHaveTextContent('plan.md')
  expect(screen.queryByRole('progressbar')).toBeNull()
  const sent = requests.map(({ method, path }) => `${method} ${path}`)
  expect(sent[0]).toBe('POST /session/token/refresh')

  expect(
    await screen.findByRole('region', { name: 'Notifications' }, { timeout: 30_000 }),
  ).toBeInTheDocument()
  await expect.poll(() => requests.some(({ path }) => path === '/file/events')).toBe(true)
  await network.end()
  service.close()
  // What watches the document must not see it go.
  document.body.replaceChildren()
  await new Promise((resolve) => setTimeout(resolve, 50))
})
