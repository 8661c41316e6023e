import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { item, open, openTree, seedFolders } from './fixtures.tsx'

it('V6 the tree of folders is searched by letters, however a name writes its accents', async () => {
  const app = await open(seedFolders({}, 'Cats', 'E\u0301tudes', 'Trips'))
  await openTree(app)
  await item(/^Cats/)
  for (let tabs = 0; tabs < 3; tabs++) await app.user.tab()
  expect(await item(/^Cats/)).toHaveFocus()
  await app.user.keyboard('\u00e9')
  expect(screen.getByRole('treeitem', { name: /^E\u0301tudes/ })).toHaveFocus()
})
