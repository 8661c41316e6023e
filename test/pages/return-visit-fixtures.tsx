import { waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { startPageSnapshots } from '#src/components/frame/page-snapshots.ts'
import type { StoredNode } from '#src/platform/page-snapshot/elements.ts'
import {
  readSnapshot,
  type Snapshot,
  writeSnapshot,
} from '#src/platform/page-snapshot/snapshot-records.ts'
import { domState } from '../dom-state.ts'
import { renderApp, type RenderOptions } from '../harness.tsx'
import { row, seedTrashedFile } from '../trash-fixtures.ts'
import { seedShare } from './shares/fixtures.tsx'

const names = ['Budget.xlsx', 'Letter.pdf']
export const layer = () => document.querySelector<HTMLElement>('[data-snapshot]')
export const shownText = () =>
  layer()?.dataset['snapshot'] === 'shown'
    ? layer()?.querySelector('div')?.shadowRoot?.textContent
    : undefined

/** The tab becomes hidden, and what is on the page is stored at once. */
export async function putAway(): Promise<void> {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  hidden.mockRestore()
  await Promise.resolve()
}

export type App = Awaited<ReturnType<typeof renderApp>>
export const storedPage = (app: Pick<App, 'mei'>, path = '/trash') => readSnapshot(app.mei, path)

/** A visit that ends: the trash with two files was on screen. */
export async function firstVisit(options: RenderOptions = {}) {
  const app = await renderApp({
    path: '/trash',
    staysSignedIn: true,
    seed: (backend) => {
      for (const name of names) seedTrashedFile(backend, ['Docs', name])
      seedShare(backend, 'Live.txt', { password: 'geheim77' })
    },
    ...options,
  })
  app.container.id = 'root'
  const stop = startPageSnapshots()
  domState.cleanups.push(async () => {
    stop()
    layer()?.remove()
    for (const path of ['/trash', '/shares', '/files'])
      await writeSnapshot(app.mei, path, undefined as never)
  })
  return app
}

const textOf = (node: StoredNode): string =>
  typeof node === 'string' ? node : node[3].map(textOf).join('')

/** Resolves when the page is stored as it is, with all its text. */
export async function storedTrash(options: RenderOptions = {}) {
  const app = await firstVisit(options)
  await row('Letter.pdf')
  await waitFor(
    async () => {
      await putAway()
      const stored = (await storedPage(app)) as Snapshot | undefined
      expect(stored && textOf(stored.page)).toBe(app.container.textContent)
    },
    { timeout: 10_000 },
  )
  return app
}
