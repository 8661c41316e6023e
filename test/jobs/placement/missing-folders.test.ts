import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listFiles } from '#src/api/files/files.ts'
import { TransportError } from '#src/contract/errors.ts'
import { cleanUpPlacement, createPlacementHandlers } from '#src/features/trash/placement-lists.ts'
import { createPlacementSender, findCreatedFolders } from '#src/jobs/placement/placement-job.ts'
import type { PlacementRequest } from '#src/jobs/placement/placement-request.ts'
import {
  type PlacementNote,
  placementStateDefinition,
} from '#src/jobs/placement/placement-state.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'
import { renderApp } from '../../dom/harness.tsx'
import type { LoggedRequest } from '../../dom/network.ts'
import { namesAt } from '../../processes/service-api.ts'

it('T6 a folder that the first try has created without an answer is known as that of the job an hour later', async () => {
  const now = Date.now()
  const app = await renderApp({
    path: '/account',
    seed: ({ service, mei }) => void service.seed.addFolder(mei, ['Old']),
  })
  const state = placementStateDefinition.empty({ items: [] })
  const note = async (each: PlacementNote) => placementStateDefinition.add(state, each)
  await note({ creates: ['svc://my/Old'], at: now })
  await note({ creates: ['svc://my/Old'], at: now + 3_600_000 })
  await findCreatedFolders({ state, note, startedAt: now + 3_600_000 }, () => undefined)
  expect([...state.createdFolders.keys()]).toEqual(['svc://my/Old'])
  app.client.clear()
})

/** What was in Old is in the trash, and is to go to these folders, which are to be created. */
async function restoring(origin: string, foldersToCreate: string[]) {
  const app = await renderApp({
    path: '/account',
    seed: ({ service, mei }) => {
      const old = service.seed.addFolder(mei, ['Old'])
      service.seed.trashFile(service.seed.addFile(mei, ['Old', 'a.md'], { size: 1 }))
      service.seed.removeFile(old)
    },
  })
  const listed = (await listFiles('svc://trash', {})).files.map((file) => toFileRow(file))
  const items = listed.map((item) => ({ ...item, origin }))
  const input: PlacementRequest = { items, foldersToCreate }
  const state = placementStateDefinition.empty(input)
  const note = async (each: PlacementNote) => placementStateDefinition.add(state, each)
  const stop = new AbortController()
  const { signal } = stop
  const context = { input, state, note, client: app.client, signal, startedAt: Date.now() }
  /** An attempt of the job, or of one that tries its item again. */
  const attempt = () => createPlacementSender(context, createPlacementHandlers(context))
  const send = (sender = attempt()) => sender(items, signal)
  const folders = () => namesAt(app, 'svc://my')
  return { app, state, attempt, send, folders, stop, cleanUp: () => cleanUpPlacement([], context) }
}

const creations = ({ requests }: { requests: readonly LoggedRequest[] }) =>
  requests.filter(({ path }) => path === '/file/create')

it('T4 counts only the folder as begun of which the answer is lost', async () => {
  const { app, state, send } = await restoring('svc://my/Old/more/may/a.md', [
    'svc://my/Old',
    'svc://my/Old/more',
    'svc://my/Old/more/may',
  ])
  app.service.seed.addFolder(app.mei, ['Old'])
  app.faults.always(
    ({ path, body }) => path === '/file/create' && JSON.stringify(body).includes('/more'),
    { kind: 'drop' },
  )
  await expect(send()).rejects.toBeInstanceOf(TransportError)
  expect([...state.foldersBegun.keys()]).toEqual(['svc://my/Old/more'])
})

it.each(['answered', 'lost'] as const)(
  'T6 does not take a folder for that of the job which the user has made since that one was deleted: creation %s',
  async (kind) => {
    const { app, send, cleanUp, folders } = await restoring('svc://my/Old/a.md', ['svc://my/Old'])
    app.faults.always('POST /file/restore', { kind: 'json', body: { code: 403, msg: 'no' } })
    if (kind === 'lost') app.faults.next('POST /file/create', { kind: 'drop' })
    await expect(send()).rejects.toThrow()
    await cleanUp()
    expect(await folders()).toEqual([])
    app.service.seed.addFolder(app.mei, ['Old'])
    await expect(send()).rejects.toThrow()
    await cleanUp()
    expect(await folders()).toEqual(['Old'])
  },
)

it('T4 asks for a folder once that two requests need at the same time', async () => {
  const { app, state, attempt, send, stop, cleanUp, folders } = await restoring(
    'svc://my/Old/a.md',
    ['svc://my/Old'],
  )
  app.faults.always('POST /file/create', { kind: 'late', until: new Promise(() => undefined) })
  const sender = attempt()
  const sending = Promise.allSettled([send(sender), send(sender)])
  await waitFor(async () => expect(await folders()).toEqual(['Old']))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(creations(app)).toHaveLength(1)
  expect([...state.foldersBegun.keys()]).toEqual(['svc://my/Old'])
  stop.abort()
  await sending
  await cleanUp()
  expect(await folders()).toEqual([])
})
