import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { seedTrashedFile, trashNames } from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { day, findMessage, inside, openPlan } from './fixtures.tsx'

it('T9 leaves what was in a folder in the trash with that folder, when its place is not recreated', async () => {
  const { app, plan } = await openPlan((backend) => {
    const { seed } = backend.service
    const place = seed.addFolder(backend.mei, ['Old'])
    const box = seed.addFolder(backend.mei, ['Old', 'Box'])
    seedTrashedFile(backend, ['Old', 'Box', 'in it.txt'], 2 * day)
    seed.trashFile(box, { at: Date.now() - day })
    seed.removeFile(place)
    seed.addFolder(backend.mei, ['Docs'])
    seedTrashedFile(backend, ['Docs', 'free.txt'])
  }, 3)
  await app.user.click(within(plan).getByRole('checkbox', { name: /Recreate/ }))
  expect(plan).toHaveTextContent('2 items stay in the trash.')
  await app.user.click(await inside(plan, 'Restore 1 item'))
  await findMessage(/free\.txt.* restored\. 2 stay in the trash/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await trashNames(app)).toEqual(['Box', 'in it.txt'])
  expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
})
