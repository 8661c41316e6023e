import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { renderApp, type Backend } from '../../harness.tsx'
import type { LoggedRequest } from '../../network.ts'
import { filesAt } from '../../service-api.ts'

export const rowsShown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))

export const row = (name: string | RegExp) => screen.findByRole('row', { name })

export const sent = (requests: readonly LoggedRequest[], method: string, path: string) =>
  requests.filter((request) => request.method === method && request.path === path)

const work = '/files?uri=svc%3A%2F%2Fmy%2FWork'

export function seedWork({ service, mei }: Backend): void {
  service.seed.addFolder(mei, ['Archive', 'Old'])
  service.seed.addFolder(mei, ['Work', 'Drafts'])
  service.seed.addFolder(mei, ['Work', 'Drafts', 'Deep'])
  service.seed.addFile(mei, ['Work', 'letter.txt'], { size: 12 })
  service.seed.addFile(mei, ['Work', 'plan.tar.gz'], { size: 3000 })
  service.seed.addFile(mei, ['Work', 'scan.pdf'], { size: 64_000 })
}

/** The app in the folder Work, its rows here. */
export async function atWork(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ path: work, seed: seedWork, ...options })
  await row('letter.txt')
  await waitFor(() => expect(screen.getByRole('grid')).not.toHaveAttribute('aria-rowcount', '-1'))
  return app
}

/** Names and sizes in a folder of Mei's, by name. */
export async function sizesAt(app: App, uri: string): Promise<[name: string, size: number][]> {
  const files = await filesAt(app, uri)
  return files
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, size }) => [name, size])
}
type App = Awaited<ReturnType<typeof renderApp>>
