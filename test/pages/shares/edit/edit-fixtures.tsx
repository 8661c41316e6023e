import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { enter, row } from '../fixtures.tsx'
import { withLink } from '../link-fixtures.tsx'

type Link = Parameters<typeof withLink>[0]

/** The form of the link, opened from its details. */
export async function atForm(
  link: Link,
  button = 'Edit…',
  options: Parameters<typeof withLink>[1] = {},
) {
  const app = await withLink(link, options)
  await app.user.click(await row('plan.pdf'))
  await enter(app.user)
  const panel = within(await screen.findByRole('complementary', { name: 'plan.pdf' }))
  await app.user.click(await panel.findByRole('button', { name: button }))
  return { ...app, form: await formIn() }
}
export const formIn = async () => {
  // The link is read first, in a dialog of its own.
  const field = await screen.findByRole('textbox', { name: 'Download limit' })
  return within(field.closest('dialog') as HTMLElement)
}
export type App = Awaited<ReturnType<typeof atForm>>
export const save = ({ user, form }: App) => user.click(form.getByRole('button', { name: 'Save' }))
export const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
export const limitOf = ({ form }: App) => form.getByRole('textbox', { name: 'Download limit' })
export const type = async ({ user }: App, field: HTMLElement, text: string) => {
  await user.clear(field)
  if (text) await user.type(field, text)
}
