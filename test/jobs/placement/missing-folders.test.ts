import { expect, it } from 'vitest'
import { listFiles } from '#src/api/files/files.ts'
import { TransportError } from '#src/contract/errors.ts'
import { createPlacementSender, findCreatedFolders } from '#src/jobs/placement/placement-job.ts'
import type { PlacementRequest } from '#src/jobs/placement/placement-request.ts'
import {
  type PlacementNote,
  placementStateDefinition,
} from '#src/jobs/placement/placement-state.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'
import { renderApp } from '../../dom/harness.tsx'

it('T6 a folder that the first try has created without an answer is known as that of the job an hour later', async () => {
  const app = await renderApp({
    path: '/account',
    seed: ({ service, mei }) => void service.seed.addFolder(mei, ['Old']),
  })
  const state = placementStateDefinition.empty({ items: [] })
  const note = async (each: PlacementNote) => placementStateDefinition.add(state, each)
  const now = Date.now()
  await note({ creates: ['svc://my/Old'], at: now })
  await note({ creates: ['svc://my/Old'], at: now + 3_600_000 })
  await findCreatedFolders({ state, note, startedAt: now + 3_600_000 }, () => undefined)
  expect([...state.createdFolders.keys()]).toEqual(['svc://my/Old'])
  app.client.clear()
})

it('T4 counts only the folder as begun of which the answer is lost', async () => {
  const app = await renderApp({
    path: '/account',
    seed: ({ service, mei }) => {
      service.seed.addFolder(mei, ['Old'])
      service.seed.trashFile(service.seed.addFile(mei, ['Old', 'news', 'may', 'a.md'], { size: 1 }))
    },
  })
  const items = (await listFiles('svc://trash', {})).files.map((file) => toFileRow(file))
  const input: PlacementRequest = {
    items,
    foldersToCreate: ['svc://my/Old', 'svc://my/Old/more', 'svc://my/Old/more/may'],
  }
  const state = placementStateDefinition.empty(input)
  const note = async (each: PlacementNote) => placementStateDefinition.add(state, each)
  const { signal } = new AbortController()
  const context = { input, state, note, client: app.client, signal, startedAt: 0 }
  const ignore = () => undefined
  const callbacks = {
    onFolderCreated: ignore,
    onReplaced: ignore,
    onPutBack: ignore,
    onRelocated: ignore,
    newStagingFolderName: () => '',
  }
  app.faults.always(
    ({ path, body }) => path === '/file/create' && JSON.stringify(body).includes('/more'),
    { kind: 'drop' },
  )
  const send = createPlacementSender(context, callbacks)
  const origin = 'svc://my/Old/more/may/a.md'
  await expect(
    send(
      items.map((item) => ({ ...item, origin })),
      signal,
    ),
  ).rejects.toBeInstanceOf(TransportError)
  expect([...state.foldersBegun.keys()]).toEqual(['svc://my/Old/more'])
})
