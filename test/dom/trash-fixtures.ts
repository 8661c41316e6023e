import { screen } from '@testing-library/react'
import { namesAt } from '../processes/service-api.ts'
import type { Backend } from './harness.tsx'

/* What tests of the trash share: what the service has, asked over the wire, and what the page shows. */

const day = 24 * 60 * 60_000

export const trashNames = (backend: Backend): Promise<string[]> => namesAt(backend, 'svc://trash')

/** Creates a deleted file; `at` is ms ago. */
export function seedTrashedFile(
  { service: { seed }, mei }: Backend,
  path: readonly string[],
  at = day,
  size = 1000,
): string {
  const id = seed.addFile(mei, path, { size })
  seed.trashFile(id, { at: Date.now() - at })
  return id
}

/** Files of one folder that stays, deleted one minute after the other. */
export function seedTrashedFiles(backend: Backend, count: number, folder = 'Docs'): void {
  const { service, mei } = backend
  service.seed.addFolder(mei, [folder])
  service.seed.transaction(() => {
    for (let at = 0; at < count; at++) {
      seedTrashedFile(
        backend,
        [folder, `item ${String(at).padStart(4, '0')}.txt`],
        day + at * 60_000,
      )
    }
  })
}

export const rowsShown = (): (string | null)[] =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))
export const row = (name: string) => screen.findByRole('row', { name })
