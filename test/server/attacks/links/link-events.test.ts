import { expect, test } from 'vitest'
import { listen } from '../../events/event-stream.ts'
import { openTestService } from '../../service-harness.ts'

/** The owner's folder `Shared`, which a colleague listens to through a link. */
async function openShared() {
  const service = await openTestService({ eventDelayMs: 5 })
  const { seed, owner, colleague } = service
  seed.addFile(owner, ['Shared', 'seen.txt'])
  const folder = seed.addFolder(owner, ['Shared'])
  const share = seed.addShare(folder)
  const stream = await listen(service, { as: colleague, uri: `svc://${share}@share` })
  await stream.next()
  const post = async (path: string, body: object) =>
    expect((await service.call('POST', path, { as: owner, body })).code).toBe(0)
  return { service, folder, share, stream, post }
}

test('G12 a visitor never hears of a private folder that takes the name or the place of the shared one', async () => {
  const { service, stream, post } = await openShared()
  const { seed, owner } = service
  await post('/file/rename', { uri: 'svc://my/Shared', new_name: 'Old' })
  await post('/file/create', { uri: 'svc://my/Shared/salaries', type: 'folder' })
  await post('/file/create', { uri: 'svc://my/Shared/salaries/dismissals.xlsx', type: 'file' })
  seed.addFile(owner, ['Old', 'news.txt'])
  const event = await stream.next()
  expect(event?.data).toContain('"/news.txt"')
  await post('/file/create', { uri: 'svc://my/Elsewhere', type: 'folder' })
  await post('/file/move', { uris: ['svc://my/Old'], dst: 'svc://my/Elsewhere' })
  await post('/file/create', { uri: 'svc://my/Old/private.txt', type: 'file' })
  await post('/file/rename', { uri: 'svc://my/Elsewhere/Old/news.txt', new_name: 'told.txt' })
  expect((await stream.next())?.data).toContain('"to":"/told.txt"')
})

test('G12 what happened while a visitor was away and the link was closed is not told when it is open again', async () => {
  const { service, folder, share, stream, post } = await openShared()
  const { owner, colleague, clock } = service
  await stream.drop()
  const edit = (more: object) => post(`/share/${share}`, { uri: 'svc://my/Shared', ...more })
  await edit({ expire: 10 })
  clock.time += 10_001
  await post('/file/rename', { uri: 'svc://my/Shared/seen.txt', new_name: 'private.txt' })
  // Until the events of the closed time have been dropped.
  await listen(service, { as: owner, id: '0d1f2a3b-0000-4000-8000-000000000002' }).then(
    async (own) => {
      await own.next()
      service.seed.renameFile(folder, 'Shared')
      service.seed.addFile(owner, ['mark'])
      await own.next()
    },
  )
  await edit({})
  const again = await listen(service, { as: colleague, uri: `svc://${share}@share` })
  expect((await again.next())?.event).toBe('subscribed')
})
