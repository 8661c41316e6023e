import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { EmbeddedService } from '#src/server/service.ts'
import { setMedia } from '../../dom/dom-state.ts'
import { renderApp, type RenderOptions, type Backend } from '../../dom/harness.tsx'

export const day = 86_400_000

export const wide = () => {
  for (const px of [1120, 1280, 1920]) setMedia(`(min-width: ${px}px)`, true)
}

type Link = NonNullable<Parameters<EmbeddedService['seed']['addShare']>[1]>

/** Creates a file and a link to it; returns the link's id. */
export function seedShare(
  { service, mei }: Backend,
  name: string,
  link: Link = {},
  folder: string[] = [],
): string {
  return service.seed.addShare(service.seed.addFile(mei, [...folder, name], { size: 2_048 }), link)
}

export const many = (backend: Backend, count: number) =>
  backend.service.seed.transaction(() => {
    for (let n = 1; n <= count; n++) seedShare(backend, `file ${n}.txt`)
  })

export const page = (options: RenderOptions) => renderApp({ path: '/shares', ...options })

export const row = (name: string | RegExp) => screen.findByRole('row', { name })

export const names = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.getAttribute('aria-label'))

export const chip = (name: string | RegExp) =>
  within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name })

// The code of the details comes with the first that are opened.
/** Opens the details of the focused row and waits for them. */
export const enter = async (user: { keyboard(keys: string): Promise<void> }) => {
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.querySelector('aside, dialog[open]')).not.toBeNull())
}

export const copied = () => navigator.clipboard.readText()

/** One of each state, and what tells them apart. */
export function states(backend: Backend): void {
  const now = Date.now()
  seedShare(backend, 'live.txt', { visited: 5, downloaded: 2, createdAt: now - 6 * day })
  seedShare(backend, 'expiring.txt', {
    expires: now + 3 * day,
    visited: 9,
    createdAt: now - 5 * day,
  })
  seedShare(backend, 'expired.txt', { expires: now - day, visited: 1, createdAt: now - 4 * day })
  seedShare(backend, 'used up.txt', {
    remainDownloads: 0,
    downloaded: 4,
    visited: 7,
    createdAt: now - 3 * day,
  })
  const gone = backend.service.seed.addFile(backend.mei, ['gone.txt'])
  backend.service.seed.addShare(gone, { createdAt: now - 2 * day, visited: 3 })
  backend.service.seed.trashFile(gone)
  const album = backend.service.seed.addFolder(backend.mei, ['Album'])
  backend.service.seed.addShare(album, {
    password: 'p w',
    createdAt: now - day,
    visited: 11,
    shareView: true,
  })
}
