import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { held } from '../../dom/network.ts'
import { many, page } from './fixtures.tsx'

const asked = ({ requests }: Awaited<ReturnType<typeof page>>) =>
  requests.filter(({ path }) => path.startsWith('/share/info/')).length

it('S2 no more links are checked by themselves where one comes back from another filter, nor after Stop', async () => {
  const app = await page({
    path: '/shares?state=dead',
    isStrict: false,
    seed: (backend) => many(backend, 121),
  })
  await screen.findByRole('button', { name: 'Check the other 71' })
  expect(asked(app)).toBe(50)
  const leaveAndReturn = async () => {
    await app.user.click(screen.getByRole('button', { name: 'Expired' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Check the/ })).toBeNull())
    await app.user.click(screen.getByRole('button', { name: 'Expired' }))
    await screen.findByRole('button', { name: /^Check the other/ })
  }
  await leaveAndReturn()
  expect(asked(app)).toBe(50)
  const rest = held()
  app.faults.always(({ path }) => path.startsWith('/share/info/'), rest.fault)
  await app.user.click(screen.getByRole('button', { name: 'Check the other 71' }))
  await app.user.click(screen.getByRole('button', { name: 'Stop' }))
  rest.free()
  await screen.findByRole('button', { name: 'Check the other 69' })
  await leaveAndReturn()
  expect(asked(app)).toBe(52)
})
