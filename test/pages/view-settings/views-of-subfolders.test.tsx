import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open, seedPhotos, settingsOf } from './fixtures.tsx'

it.each([
  ['svc://my/Photos', /^Album.*Inherited/],
  ['svc://my/Photos/Album', /^Deep.*Inherited/],
])(
  'V5 of folders below %s is one from above that was stored without a width of pictures',
  async (path, name) => {
    const stored = { page_size: 100, order: 'created_at', order_direction: 'desc', view: 'grid' }
    const { user } = await open({
      path: settingsOf(path),
      seed: (backend) => {
        seedPhotos(stored)(backend)
        backend.service.seed.addFolder(backend.mei, ['Photos', 'Album', 'Deep'])
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Copy to subfolders…' }))
    expect(await screen.findByRole('treeitem', { name })).toBeVisible()
  },
)
