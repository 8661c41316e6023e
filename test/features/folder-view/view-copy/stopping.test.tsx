import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { item, names, open, openTree, press, seedFolders, tick } from './fixtures.tsx'

it('V6 a copy to subfolders stops at once while it looks for a folder that is not where it was', async () => {
  const ids: Record<string, string> = {}
  const app = await open(seedFolders(ids, ...names(2)))
  await openTree(app)
  await item(/^album 0001/)
  await tick(app, 'All subfolders')
  app.service.seed.renameFile(ids['album 0001'] ?? '', 'renamed')
  let lookups = 0
  app.faults.next(
    ({ path, query }) => path === '/file/info' && query.has('id') && ++lookups === 1,
    { kind: 'stall' },
  )
  await press(app, 'Copy to 2 folders')
  await waitFor(() => expect(lookups).toBe(1))
  await press(app, 'Stop')
  await screen.findByText(/^View copied to 1 of 2 folders\. /, {}, { timeout: 10_000 })
})
