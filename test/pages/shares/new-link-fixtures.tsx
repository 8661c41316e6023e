import { screen, within } from '@testing-library/react'
import type { Backend } from '../../dom/harness.tsx'
import type { Sent } from '../../dom/network.ts'
import { page, seedShare } from './fixtures.tsx'

export function seed(backend: Backend): void {
  const { service, mei } = backend
  seedShare(backend, 'plan.pdf')
  service.seed.addFile(mei, ['letter.txt'])
  service.seed.addFile(mei, ['Work', 'budget.xlsx'])
  service.seed.addFolder(mei, ['Work', 'Drafts'])
}

export async function openItemPicker(options: Parameters<typeof page>[0] = {}) {
  const app = await page({ seed, ...options })
  await app.user.click(await screen.findByRole('button', { name: 'New link…' }))
  const picker = within(await screen.findByRole('dialog', { name: 'New link' }))
  await picker.findByRole('option', { name: 'letter.txt' })
  return { ...app, picker }
}
export const form = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))

export const two = async (options: Parameters<typeof page>[0] = {}) => {
  const app = await openItemPicker(options)
  await app.user.click(app.picker.getByRole('option', { name: 'letter.txt' }))
  await app.user.click(app.picker.getByRole('option', { name: 'plan.pdf' }))
  await app.user.click(app.picker.getByRole('button', { name: 'Share 2 items' }))
  const share = await form(/^Share 2 items/)
  return { ...app, share }
}

export const withBody = (name: string) => (sent: Sent) =>
  sent.method === 'PUT' && sent.path === '/share' && sent.body.includes(name)
