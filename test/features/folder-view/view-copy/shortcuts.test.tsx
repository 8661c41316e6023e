import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findMessage, item, open, openTree, press, seedFolders, tick } from './fixtures.tsx'

describe('V6 copy to subfolders', () => {
  it('does not offer what leads to the folder of somebody else: it has no view', async () => {
    const ids: Record<string, string> = {}
    const app = await open((backend) => {
      seedFolders(ids, 'Trips', 'Cats')(backend)
      const { seed } = backend.service
      const share = seed.addShare(seed.addFolder(backend.lin, ['Theirs']))
      seed.addShortcut(backend.mei, ['Photos', 'Shared'], share)
    })
    await openTree(app)
    await item(/^Trips/)
    expect(screen.queryByRole('treeitem', { name: /^Shared/ })).toBeNull()
    await tick(app, 'All subfolders')
    await press(app, 'Copy to 2 folders')
    await findMessage(/^View copied to 2 folders$/)
  })
})
