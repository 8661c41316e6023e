import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { decide } from '../../../dom/name-clashes.ts'
import { seedTrashedFile, trashNames } from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { day, dialog, findMessage, open, restoreUnseen, sizesAt, taken } from './fixtures.tsx'

it('T6 Undo takes back what was restored before a reload too, when the rest goes on after it', async () => {
  const app = await open((backend) => {
    seedTrashedFile(backend, ['Docs', 'free.txt'], day, 3_000)
    seedTrashedFile(backend, ['Docs', 'report.pdf'], day, 3_000)
    backend.service.seed.addFile(backend.mei, ['Docs', 'report.pdf'], { size: 7_000 })
  })
  await restoreUnseen(app, 2)
  const sheet = await dialog('1 of 2 restored')
  app.faults.always('POST /file/restore', { kind: 'stall' })
  const restores = () => app.requests.filter(({ path }) => path === '/file/restore').length
  const before = restores()
  await decide(app.user, await taken(sheet), 'Replace')
  await waitFor(() => expect(restores()).toBeGreaterThan(before))
  const page = await app.reload()
  await page.user.click(await screen.findByRole('button', { name: 'Check and resume' }))
  await findMessage(/^2 items restored/)
  expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'free.txt': 3_000, 'report.pdf': 3_000 })
  await page.user.click(await screen.findByRole('button', { name: /^Undo: / }))
  await findMessage(/2 items moved to the trash/)
  await waitFor(async () =>
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'report.pdf': 7_000 }),
  )
  expect(await trashNames(app)).toEqual(['free.txt', 'report.pdf'])
  expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
})
