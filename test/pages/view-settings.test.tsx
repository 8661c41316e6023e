import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ViewSetting } from '#src/contract/view.ts'
import { renderApp, type World } from '../harness.tsx'

const settings = '/view-settings?folder=svc%3A%2F%2Fmy%2FPhotos'
const saved: ViewSetting = {
  page_size: 200,
  order: 'name',
  order_direction: 'asc',
  view: 'list',
  thumbnail: true,
  gallery_width: 220,
  columns: [{ type: 0 }, { type: 2 }],
}

const layPhotos =
  (view: ViewSetting | null = saved) =>
  ({ service, mei }: World): void => {
    const folder = service.lay.addFolder(mei, ['Photos'])
    if (view) service.lay.setView(folder, view)
    service.lay.addFolder(mei, ['Photos', 'Album'])
    for (const n of [1, 2, 10]) service.lay.addFile(mei, ['Photos', `IMG_${n}.jpg`], { size: n })
  }

describe('V1 everything in one place', () => {
  it('V1 shows what is saved, changes it and saves it', async () => {
    const { user, requests } = await renderApp({ path: settings, world: layPhotos() })
    expect(await screen.findByRole('radio', { name: 'List' })).toBeChecked()
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Name')
    expect(screen.getByRole('textbox', { name: 'Items per page' })).toHaveValue('200')
    await user.click(screen.getByRole('radio', { name: 'Gallery' }))
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    expect(await screen.findByText('View saved')).toBeVisible()
    await waitFor(() => expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1))
  })
})
