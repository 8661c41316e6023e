import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listLinks } from '#src/api/links/link-list.ts'
import { deleteLinksNow } from '#src/features/links/deletion/delete-links.ts'
import { toLinkRow } from '#src/lists/rows/link-row.ts'
import { renderApp } from '../../dom/harness.tsx'

const photos = '/files?uri=svc%3A%2F%2Fmy%2FPhotos'
const row = (name: string) => screen.findByRole('row', { name })

it.each(['list', 'grid', 'gallery'])('F1 marks in a %s what there is a link to', async (layout) => {
  await renderApp({
    path: `${photos}&layout=${layout}`,
    seed: (backend) => {
      const { seed } = backend.service
      seed.addFile(backend.mei, ['Photos', 'IMG_2.jpg'], { size: 1 })
      seed.addShare(seed.addFile(backend.mei, ['Photos', 'sent.txt'], { size: 1 }))
      seed.addShare(seed.addFolder(backend.mei, ['Photos', 'Sent']))
    },
  })
  for (const name of ['sent.txt', 'Sent'])
    expect(
      within(await screen.findByRole('row', { name })).getByRole('img', { name: 'Shared' }),
    ).toBeVisible()
  const other = within(screen.getByRole('row', { name: 'IMG_2.jpg' }))
  expect(other.queryByRole('img', { name: 'Shared' })).toBeNull()
})

it('F1 does not mark a file any more once its only link is deleted', async () => {
  const { client } = await renderApp({
    path: photos,
    seed: (backend) => {
      const { seed } = backend.service
      seed.addShare(seed.addFile(backend.mei, ['Photos', 'sent.txt'], { size: 1 }))
    },
  })
  const shared = { name: 'Shared' }
  expect(within(await row('sent.txt')).getByRole('img', shared)).toBeVisible()
  const { parseLinks } = await listLinks({ size: 100, direction: 'desc' })
  deleteLinksNow(client, parseLinks().map(toLinkRow))
  await waitFor(async () =>
    expect(within(await row('sent.txt')).queryByRole('img', shared)).toBeNull(),
  )
})
