import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { isSameView } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { renderApp, type RenderOptions, type Backend } from '../../../dom/harness.tsx'
import type { Sent } from '../../../dom/network.ts'

/* Requirement V6: one view for many folders, and the view of another folder for this one. */

export const photos = 'svc://my/Photos'

export const view: ViewSetting = {
  page_size: 200,
  order: 'size',
  order_direction: 'desc',
  view: 'list',
  thumbnail: false,
  gallery_width: 220,
  columns: [{ type: 0, width: 300 }, { type: 2 }, { type: 4711 }],
}

/** Folders in Photos, by their paths below Photos. */
export const seedFolders =
  (ids: Record<string, string>, ...paths: string[]) =>
  ({ service, mei }: Backend) => {
    service.seed.setView(service.seed.addFolder(mei, ['Photos']), view)
    service.seed.transaction(() => {
      for (const path of paths) {
        ids[path] = service.seed.addFolder(mei, ['Photos', ...path.split('/')])
      }
    })
    service.seed.addFile(mei, ['Photos', 'cat.jpg'])
  }

export const settingsOf = (folder: string) => `/view-settings?folder=${encodeURIComponent(folder)}`

/** The view settings of Photos, or of another folder. */
export const open = async (backend: (backend: Backend) => void, options: RenderOptions = {}) => {
  const app = await renderApp({ path: settingsOf(photos), ...options, seed: backend })
  await screen.findByRole('button', { name: 'More' })
  return app
}

export type App = Awaited<ReturnType<typeof open>>

export const choose = async ({ user }: App, entry: string) => {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

export const openTree = async (app: App) => {
  await app.user.click(await screen.findByRole('button', { name: 'Copy to subfolders…' }))
  return screen.findByRole('dialog', { name: 'Copy to subfolders' })
}

export const item = (name: RegExp | string) => screen.findByRole('treeitem', { name })

/** Waits until it can be pressed: the button that copies has its name before all folders are known. */
export const press = async ({ user }: Pick<App, 'user'>, name: string | RegExp) => {
  const button = await waitFor(() => {
    const found = screen.getByRole('button', { name })
    expect(found).not.toHaveAttribute('aria-disabled', 'true')
    return found
  })
  await user.click(button)
}

export const tick = async ({ user }: App, name: string) =>
  user.click(await screen.findByRole('checkbox', { name }))

// What is announced says the same once more, a little later.
export const findMessage = (text: RegExp, timeout = 60_000) =>
  screen.findByText(text, { ignore: 'script, style, .sr-only' }, { timeout })

export const isSave = ({ method, path }: Pick<Sent, 'method' | 'path'>) =>
  method === 'PATCH' && path === '/file/view'

export const saves = ({ requests }: App) => requests.filter(isSave).length

export const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `album ${String(at).padStart(4, '0')}`)

export const withView = ({ service }: App, ids: Record<string, string>) =>
  Object.entries(ids)
    .filter(([, id]) => isSameView(service.seed.viewOf(id), view))
    .map(([path]) => path)
    .sort()
