import { fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { formatDateTimeInput } from '#src/features/links/limits/link-input.ts'
import { held } from '../../dom/network.ts'
import { form, two, withBody } from './new-link-fixtures.tsx'

afterEach(() => vi.useRealTimers())

/** The form of two links that end in two minutes or less. */
async function atForm() {
  const app = await two()
  await app.user.click(app.share.getByRole('radio', { name: 'On a date' }))
  const field = app.share.getByLabelText('Date and time')
  fireEvent.change(field, { target: { value: formatDateTimeInput(Date.now() + 120_000) } })
  const create = () => app.user.click(app.share.getByRole('button', { name: 'Create 2 links' }))
  const sent = () => app.requests.filter(({ method }) => method === 'PUT')
  return { ...app, field, create, sent }
}
const passes = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 180_000 })

it('S13 a date that has passed while the form was open is refused', async () => {
  const app = await atForm()
  passes()
  await app.create()
  expect(app.field).toBeInvalid()
  expect(app.field).toHaveAccessibleDescription('Choose a later date or time.')
  expect(app.sent()).toEqual([])
})

it('S13 no link is made for a second where its date passes before its turn', async () => {
  const app = await atForm()
  const first = held()
  app.faults.next(withBody('letter.txt'), first.fault)
  await app.create()
  await app.share.findByRole('button', { name: 'Creating 1 of 2' })
  passes()
  first.free()
  const result = await form(/^1 of 2 links created/)
  expect(result.getByText('Choose a later date or time.')).toBeVisible()
  expect(app.sent()).toHaveLength(1)
})
