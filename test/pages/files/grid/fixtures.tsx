import { screen } from '@testing-library/react'
import sharp from 'sharp'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { type Backend } from '../../../dom/harness.tsx'
import type { LoggedRequest } from '../../../dom/network.ts'

export const row = (name: string | RegExp) => screen.findByRole('row', { name })

export const tilesShown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.getAttribute('aria-label'))

export const asked = (requests: readonly LoggedRequest[], path: string) =>
  requests.filter((request) => request.path === path)

export const photos = '/files?uri=svc%3A%2F%2Fmy%2FPhotos'

const jpeg = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()

export const contents = new Uint8Array(jpeg)

const drawing = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="run"</script></svg>',
)

export const seedPhotos =
  (view: ViewSetting | null = null) =>
  ({ service, mei }: Backend): void => {
    const folder = service.seed.addFolder(mei, ['Photos'])
    if (view) service.seed.setView(folder, view)
    service.seed.addFolder(mei, ['Photos', 'Album'])
    service.seed.addFolder(mei, ['Photos', 'Older'])
    for (const n of [1, 2, 10]) service.seed.addFile(mei, ['Photos', `IMG_${n}.jpg`], { contents })
    service.seed.addFile(mei, ['Photos', 'notes.txt'], { size: 10 })
    service.seed.addFile(mei, ['Photos', 'sign.svg'], { contents: drawing })
  }
