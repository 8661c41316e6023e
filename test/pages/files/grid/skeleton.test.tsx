import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rememberLayout } from '#src/features/folder-view/shown-layouts.ts'
import { type Backend, renderApp } from '../../../dom/harness.tsx'
import { held } from '../../../dom/network.ts'

const view = {
  page_size: 100,
  order: 'name',
  order_direction: 'asc',
  gallery_width: 220,
  thumbnail: true,
} as const

function seedPhotos({ service: { seed }, mei }: Backend): void {
  seed.setView(seed.addFolder(mei, ['Photos']), { ...view, view: 'gallery' })
  seed.addFolder(mei, ['Photos', 'Album'])
  seed.setView(seed.addFolder(mei, ['Photos', 'Papers']), { ...view, view: 'list' })
}

/** The app in Photos, and how to open a folder there while the service does not answer. */
async function atPhotos() {
  const app = await renderApp({ path: '/files?uri=svc%3A%2F%2Fmy%2FPhotos', seed: seedPhotos })
  await screen.findByRole('row', { name: 'Album' })
  return async (name: string) => {
    const { fault, free } = held()
    app.faults.always('GET /file', fault)
    await app.user.dblClick(await screen.findByRole('row', { name }))
    const { className } = await screen.findByRole('progressbar', { name: 'Loading' })
    app.faults.clear()
    free()
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    return className
  }
}

it('G4 a folder that was never shown loads with the skeleton of the view that it inherits', async () => {
  const skeletonOf = await atPhotos()
  expect(await skeletonOf('Album')).toContain('gallery')
})

it('G4 a folder loads with the skeleton of the view that another tab has shown it with', async () => {
  const skeletonOf = await atPhotos()
  rememberLayout('svc://my/Photos/Papers', 'list')
  expect(Object.entries(localStorage).flat().join(' ')).not.toContain('Papers')
  expect(await skeletonOf('Papers')).toContain('rows')
})
