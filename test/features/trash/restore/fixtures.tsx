import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { renderApp, type RenderOptions, type Backend } from '../../../dom/harness.tsx'
import { seedTrashedFile, seedTrashedFiles } from '../../../dom/trash-fixtures.ts'
import { callService, filesAt } from '../../../processes/service-api.ts'

/* Requirements T2 to T9: restoring items, and showing what became of each. */

export const day = 24 * 60 * 60_000

export const open = async (backend: (backend: Backend) => void, options: RenderOptions = {}) => {
  const app = await renderApp({ path: '/trash', ...options, seed: backend })
  await screen.findByRole('grid')
  await waitFor(() => expect(screen.queryByText('The rest is still loading.')).toBeNull())
  return app
}

export type App = Awaited<ReturnType<typeof open>>

export const button = (name: string | RegExp) => screen.findByRole('button', { name })

export const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })

export const select = async ({ user }: Pick<App, 'user'>, ...names: string[]) => {
  for (const name of names) {
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }
}

export const selectAll = async ({ user }: Pick<App, 'user'>) =>
  user.click(screen.getByRole('checkbox', { name: 'Select all' }))

export const press = async ({ user }: Pick<App, 'user'>, name: string | RegExp) =>
  user.click(await button(name))

/** Waits until it can be pressed: while something of a result is carried out, its buttons do nothing. */
export const inside = (element: HTMLElement, name: string | RegExp) =>
  waitFor(() => {
    const found = within(element).getByRole('button', { name })
    expect(found).not.toHaveAttribute('aria-disabled', 'true')
    return found
  })

/**
 * Selects everything in the trash and restores it. The plan was not allowed to look into this folder, nor below it: what is in the way
 * there is met by the restore itself.
 */
export const restoreUnseen = async (app: App, count: number, folder = 'Docs') => {
  let isPlanning = true
  app.faults.always(
    ({ method, path, query }) =>
      isPlanning &&
      method === 'GET' &&
      path === '/file' &&
      query.get('uri')?.startsWith(`svc://my/${folder}`) === true,
    { kind: 'json', body: { code: 403, msg: 'no' } },
  )
  await selectAll(app)
  await press(app, 'Restore')
  const plan = await dialog(`Restore ${count} items`)
  isPlanning = false
  await app.user.click(await inside(plan, `Restore ${count} items`))
}

/** The plan of one item is not told whether its name is taken. */
export const refuseNameLookup = ({ faults }: App) =>
  faults.next(({ path, query }) => path === '/file/info' && query.has('uri'), {
    kind: 'json',
    body: { code: 403, msg: 'no' },
  })

/** Restores the one selected item, of whose folder the plan was told nothing. */
export const restoreOneUnseen = async (app: App) => {
  refuseNameLookup(app)
  await press(app, 'Restore')
  return dialog('0 of 1 restored')
}

/** Selects everything in the trash and restores it, up to the plan that asks about its `count` items. */
export const openPlan = async (
  backend: (backend: Backend) => void,
  count: number,
  options: RenderOptions = {},
) => {
  const app = await open(backend, options)
  await selectAll(app)
  await press(app, 'Restore')
  return { app, plan: await dialog(`Restore ${count} items`) }
}

/** Two reports are deleted, and their names are taken again; both stay in the trash at first. */
export const openWithClashes = async (prepare?: (app: App) => void) => {
  const app = await open((backend) => {
    for (const [at, name] of ['first.pdf', 'second.pdf'].entries()) {
      seedTrashedFile(backend, ['Docs', name], day + at, 3_000)
      backend.service.seed.addFile(backend.mei, ['Docs', name], { size: 7_000 })
    }
  })
  prepare?.(app)
  await restoreUnseen(app, 2)
  return { app, sheet: await dialog('0 of 2 restored') }
}

/** The items of the result whose names are taken. */
export const taken = (sheet: HTMLElement) =>
  within(sheet).findByRole('region', { name: 'Name already taken' })

/** The sizes of what is there, by name. */
export const sizesAt = async (app: App, uri: string) =>
  Object.fromEntries((await filesAt(app, uri)).map(({ name, size }) => [name, size]))

/** A write of Mei in another window. */
export const writeElsewhere = async (
  { service, mei }: Backend,
  method: string,
  path: string,
  body: object,
): Promise<void> =>
  expect((await callService(service, method, path, { as: mei, body })).code).toBe(0)

export const findMessage = (text: RegExp | string) =>
  screen.findByText(text, undefined, { timeout: 50_000 })

/** Docs has a report.pdf again, so the deleted ones cannot simply go back. */
export function seedTaken(backend: Backend, deleted = 1): void {
  for (let at = 0; at < deleted; at++) seedTrashedFile(backend, ['Docs', 'report.pdf'], day + at)
  backend.service.seed.addFile(backend.mei, ['Docs', 'report.pdf'])
}

/** What was in Old is in the trash, and Old is permanently deleted. */
export function seedItemsWithoutFolder(backend: Backend): void {
  const folder = backend.service.seed.addFolder(backend.mei, ['Old', 'news'])
  const above = backend.service.seed.addFolder(backend.mei, ['Old'])
  seedTrashedFile(backend, ['Old', 'page.html'])
  seedTrashedFile(backend, ['Old', 'news', 'may.md'])
  backend.service.seed.removeFile(folder)
  backend.service.seed.removeFile(above)
}

/** Box, in which a file took the name of one that had been deleted, is in the trash too. */
export function seedTakenInDeletedFolder(backend: Backend): void {
  const { seed } = backend.service
  seedTrashedFile(backend, ['Box', 'inner.txt'], 2 * day, 1_000)
  seed.addFile(backend.mei, ['Box', 'inner.txt'], { size: 7_000 })
  seed.trashFile(seed.addFolder(backend.mei, ['Box']), { at: Date.now() - day })
}

/** Two items can go back, the name of one is taken, and the folder of one is locked by Lin. */
export function seedOneOfEach(backend: Backend): void {
  const { service, mei, lin } = backend
  seedTrashedFiles(backend, 2)
  seedTaken(backend)
  seedLocked(backend)
  service.seed.addLock({
    owner: mei,
    holder: lin,
    path: ['Held'],
    application: { type: 'dav' },
    type: 1,
  })
}

const seedLocked = (backend: Backend) => {
  backend.service.seed.addFolder(backend.mei, ['Held'])
  seedTrashedFile(backend, ['Held', 'held.txt'])
}

export const release = ({ service: { seed } }: App) => seed.removeLocks(seed.lockTokens())

/** Restores the locked item alone, and waits. */
export const waitForHeld = async (options: RenderOptions = {}) => {
  const app = await open(seedOneOfEach, options)
  await select(app, 'held.txt')
  await press(app, 'Restore')
  await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Wait'))
  await screen.findByRole('region', { name: 'Waiting for locked items' })
  return app
}
