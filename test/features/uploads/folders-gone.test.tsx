import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { held } from '../../dom/network.ts'
import {
  atWork,
  droppedFile,
  droppedFolder,
  dropHere,
  file,
  isPart,
  listed,
  namesInWork,
  sent,
} from './fixtures.tsx'

it.each([
  ['that it has made', 'Trip'],
  ['that was there before', 'Photos'],
])('F2 Retry makes a folder again that an upload was to write to: one %s', async (_, name) => {
  const first = held()
  const app = await atWork({ faults: (faults) => faults.always(isPart(0), first.fault) })
  dropHere(
    droppedFolder(
      name,
      ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((each) => droppedFile(file(each))),
    ),
  )
  await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
  const { seed } = app.service
  seed.renameFile(seed.findFile(app.mei, ['Work', name]) ?? '', 'Elsewhere')
  first.free()
  const retry = await screen.findByRole('button', { name: /^Retry .*c\.txt/ }, { timeout: 5_000 })
  await screen.findByRole('button', { name: /^Retry .*d\.txt/ }, { timeout: 5_000 })
  expect(seed.findFile(app.mei, ['Work', name])).toBeUndefined()
  await app.user.click(retry)
  await waitFor(async () => expect(await listed('c.txt')).toHaveTextContent('Uploaded'))
  expect(await namesInWork(app, name)).toEqual(['c.txt'])
})
