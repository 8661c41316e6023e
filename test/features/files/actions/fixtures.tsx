import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { chooseButton } from '../../../dom/folder-picker.ts'
import { renderApp, type Backend } from '../../../dom/harness.tsx'
import type { LoggedRequest } from '../../../dom/network.ts'
import { callService, filesAt } from '../../../processes/service-api.ts'

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

export const lock = ({ service, mei, lin }: App, ...path: string[]) =>
  service.seed.addLock({ owner: mei, holder: lin, path, application: { type: 'dav' } })
export const release = ({ service: { seed } }: App) => seed.removeLocks(seed.lockTokens())

export async function answerLock({ user }: App, name: string): Promise<void> {
  const asked = await screen.findByRole('alertdialog')
  await user.click(within(asked).getByRole('button', { name }))
}

export async function tryNow({ user }: App): Promise<void> {
  const tray = await screen.findByRole('region', { name: 'Waiting for locked items' })
  await user.click(await within(tray).findByRole('button', { name: 'Retry' }))
}

export async function select({ user }: App, ...names: string[]): Promise<void> {
  for (const name of names)
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
}

export async function sendToArchive(app: App, verb: 'Move' | 'Copy'): Promise<void> {
  await app.user.click(screen.getByRole('button', { name: `${verb}…` }))
  const picker = within(await screen.findByRole('dialog', { name: new RegExp(`^${verb}`) }))
  await app.user.keyboard('{Backspace}')
  await app.user.click(await picker.findByRole('option', { name: 'Archive' }))
  await app.user.click(await chooseButton(`${verb} to Archive`))
}

/** A write of Mei in another window. */
export async function writeElsewhere(
  { service, mei }: App,
  method: string,
  path: string,
  body: object,
): Promise<void> {
  const { code } = await callService(service, method, path, { as: mei, body })
  expect(code).toBe(0)
}

/** Somebody renames scan.pdf, and another scan.pdf, of one byte, comes to its place. */
export async function replaceScan(app: App): Promise<void> {
  const { service, mei } = app
  await writeElsewhere(app, 'POST', '/file/rename', {
    uri: 'svc://my/Work/scan.pdf',
    new_name: 'first scan.pdf',
  })
  service.seed.addFile(mei, ['Work', 'scan.pdf'], { size: 1 })
}

/** Deletes all of Work while scan.pdf is locked, waits for that, and replaces the file when the lock is gone. */
export async function replaceScanWhileWaiting(): Promise<App> {
  const app = await atWork()
  lock(app, 'Work', 'scan.pdf')
  ;(await row('letter.txt')).focus()
  await app.user.keyboard('{Control>}a{/Control}{Delete}')
  await answerLock(app, 'Wait')
  release(app)
  await replaceScan(app)
  return app
}
