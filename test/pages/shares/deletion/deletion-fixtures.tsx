import { screen } from '@testing-library/react'
import type { Backend } from '../../../dom/harness.tsx'
import type { LoggedRequest } from '../../../dom/network.ts'
import { linksOfMei } from '../../../processes/service-api.ts'
import { seedShare } from '../fixtures.tsx'

export const three = (backend: Backend) => {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) seedShare(backend, name)
}
export const deletions = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ method }) => method === 'DELETE')
/** The names of the links that the service has. */
export const stored = async (backend: Backend): Promise<string[]> =>
  (await linksOfMei(backend)).map(({ name }) => name).sort()
export const idOf = async (backend: Backend, name: string): Promise<string> =>
  (await linksOfMei(backend)).find((link) => link.name === name)?.id ?? ''
export const select = async (
  user: { click(element: Element): Promise<void> },
  ...wanted: string[]
): Promise<void> => {
  for (const name of wanted)
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
}
export const undo = () => screen.findByRole('button', { name: /^Undo: / })
export const now = () => screen.findByRole('button', { name: 'Delete now' })
