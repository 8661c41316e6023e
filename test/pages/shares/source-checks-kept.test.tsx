import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { held } from '../../dom/network.ts'
import { many, page, row } from './fixtures.tsx'

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

it('S11 an export says that links may be dead that it calls live', async () => {
  const { user } = await page({ isStrict: false, seed: (backend) => many(backend, 60) })
  await row('file 60.txt')
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export 60 links' }))
  const note = 'Some of the live links have not been checked. Their items may be gone.'
  expect(dialog.getByText(note)).toBeVisible()
  await user.click(dialog.getByRole('checkbox', { name: 'State' }))
  expect(dialog.queryByText(note)).toBeNull()
})
