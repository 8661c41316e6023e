import { screen, within } from '@testing-library/react'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { renderApp, type Backend } from '../../dom/harness.tsx'
import type { LoggedRequest } from '../../dom/network.ts'

export const settingsOf = (uri: string) =>
  `/view-settings?${new URLSearchParams({ folder: uri }).toString()}`

export const photos = 'svc://my/Photos'

export const settings = settingsOf(photos)

export const saved: ViewSetting = {
  page_size: 200,
  order: 'name',
  order_direction: 'asc',
  view: 'list',
  thumbnail: true,
  gallery_width: 220,
  columns: [{ type: 0 }, { type: 2 }, { type: 1 }],
}

export const seedPhotos =
  (view: ViewSetting | null = saved) =>
  ({ service, mei }: Backend): void => {
    const folder = service.seed.addFolder(mei, ['Photos'])
    if (view) service.seed.setView(folder, view)
    service.seed.addFolder(mei, ['Photos', 'Album'])
    for (const n of [1, 2, 10]) service.seed.addFile(mei, ['Photos', `IMG_${n}.jpg`], { size: n })
  }

/** The view that the service stores for a folder of Mei's; null without one. */
export function storedView(
  { service: { seed }, mei }: Pick<Backend, 'service' | 'mei'>,
  ...path: string[]
): ViewSetting | null {
  const folder = seed.findFile(mei, path.length > 0 ? path : ['Photos'])
  return folder === undefined ? null : seed.viewOf(folder)
}

/** Stores a view for Photos as another tab does. */
export const saveElsewhere = ({ service: { seed }, mei }: Backend, view: ViewSetting | null) =>
  seed.setView(seed.addFolder(mei, ['Photos']), view)

export const writes = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ method, path }) => method === 'PATCH' && path === '/file/view')

export const open = (options: Parameters<typeof renderApp>[0] = {}) =>
  renderApp({ path: settings, seed: seedPhotos(), ...options })

export type App = Awaited<ReturnType<typeof open>>

export const ready = () => screen.findByRole('radio', { name: 'List' })

export const layout = (name: string) => screen.getByRole('radio', { name })

export const pageSize = () => screen.getByRole('textbox', { name: 'Items per page' })

export const width = () => screen.getByRole('textbox', { name: 'Picture width in px' })

export const saveButton = () => screen.getByRole('button', { name: 'Save view' })

export const preview = () => screen.getByRole('region', { name: /^Preview/ })

export const whatChanges = () => within(screen.getByRole('region', { name: 'What changes' }))

export const dialog = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

export const columnNames = () =>
  [...screen.getByRole('group', { name: 'Columns in the list' }).querySelectorAll('li bdi')].map(
    (name) => name.textContent,
  )

export async function retype(user: App['user'], field: HTMLElement, text: string) {
  await user.clear(field)
  if (text) await user.type(field, text)
}

export async function save(user: App['user']) {
  await user.click(saveButton())
  await screen.findByText('View saved')
}
