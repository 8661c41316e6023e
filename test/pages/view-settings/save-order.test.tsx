import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { withViewDefaults } from '#src/contract/views/view-rules.ts'
import { viewWrites } from '#src/features/folder-view/view-writes.ts'
import { views } from '#src/features/folder-view/views.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { renderApp } from '../../dom/harness.tsx'
import { held, type Sent } from '../../dom/network.ts'

/** Saves views of folders of Mei, and counts what was sent. */
async function openSaver() {
  const app = await renderApp({
    path: '/files',
    seed: ({ service, mei }) => {
      service.seed.addFolder(mei, ['A'])
      service.seed.addFolder(mei, ['B'])
    },
  })
  const { client, requests } = app
  await screen.findByRole('row', { name: 'A' })
  const saves = () =>
    requests.filter(({ method, path }) => method === 'PATCH' && path === '/file/view')
  const view = await client.fetchQuery(views.inherited('svc://my/A'))
  const viewOf = (order: string) => ({ ...view, order })
  const save = (name: string, order: string, before?: string) => {
    const edit = { view: viewOf(order), invalidTexts: {}, isReset: false }
    return startMutation(client, viewWrites.save(), {
      folder: `svc://my/${name}`,
      name,
      edit,
      ownView: before === undefined ? null : withViewDefaults(viewOf(before)),
    })
  }
  return { ...app, saves, save }
}

it('rule 9.4 two saves of one folder go one after the other, those of other folders do not wait', async () => {
  const { fault, free } = held()
  const { faults, saves, save } = await openSaver()
  faults.next('PATCH /file/view', fault)
  const first = save('A', 'size')
  await waitFor(() => expect(saves()).toHaveLength(1))
  const second = save('A', 'name')
  second.catch(() => undefined)
  await save('B', 'size')
  expect(saves()).toHaveLength(2)
  free()
  await first
  // The second one sees what the first has saved, and does not write over it.
  await expect(second).rejects.toThrow()
  expect(saves()).toHaveLength(2)
})

it('G2 a save that waits for another one ends with the session, and is not sent as whoever signs in next', async () => {
  const { fault, free } = held()
  const { faults, saves, save } = await openSaver()
  faults.next('PATCH /file/view', fault)
  const first = save('A', 'size')
  await waitFor(() => expect(saves()).toHaveLength(1))
  const second = save('A', 'name')
  const ends = Promise.allSettled([first, second])
  // A mutation begins a moment after it was started.
  await new Promise((resolve) => setImmediate(resolve))
  act(resetStores)
  free()
  const [, end] = await ends
  expect(end).toMatchObject({ status: 'rejected', reason: { name: 'SessionEndedError' } })
  expect(saves()).toHaveLength(1)
})

it('G4 a save whose answer was lost is looked up before the next one of the folder is sent', async () => {
  const { faults, saves, save } = await openSaver()
  faults.next('PATCH /file/view', { kind: 'lost' })
  let isDropped = false
  const isFirstLookup = ({ method, path }: Sent) =>
    method === 'GET' && path === '/file/info' && saves().length === 1 && !isDropped
  faults.always((sent) => isFirstLookup(sent) && (isDropped = true), { kind: 'drop' })
  const first = save('A', 'size')
  await waitFor(() => expect(saves()).toHaveLength(1))
  const second = save('A', 'name', 'size')
  expect(await first).toMatchObject({ lookedUp: true, view: { order: 'size' } })
  expect(await second).toMatchObject({ view: { order: 'name' }, before: { order: 'size' } })
})
