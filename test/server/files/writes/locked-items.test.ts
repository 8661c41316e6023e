import { expect, test } from 'vitest'
import { openTestService } from '../../service-harness.ts'
import { dav, writer, tree } from './fixtures.ts'

test('F5 nothing takes a name that is locked, though nothing is there yet', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const { create, rename, move } = writer(service)
  seed.addFile(owner, ['F', 'x'])
  seed.addFile(owner, ['new'])
  seed.addLock({ owner, path: ['F', 'new'], application: dav, depth: 0 })
  for (const answer of [
    await rename('svc://my/F/x', 'new'),
    await create('svc://my/F/new'),
    await create('svc://my/F/new/below'),
    await move(['svc://my/new'], 'svc://my/F'),
    await move(['svc://my/new'], 'svc://my/F', true),
  ]) {
    expect(answer).toMatchObject({ code: 40073, data: [{ path: 'svc://my/F/new' }] })
  }
})

/** What meets a lock on the file `F/x` or on its folder (docs/protocol.md §7.3). */
test('F5 every write meets the locks in its way, and only those', async () => {
  const fresh = async (lock: { path: string[]; depth?: 0 | 'infinity'; type?: 0 | 1 }) => {
    const service = await openTestService()
    const { seed, owner } = service
    seed.addFile(owner, ['F', 'x'])
    seed.addFile(owner, ['F', 'sibling'])
    seed.addFile(owner, ['y'])
    seed.addFolder(owner, ['to'])
    const token = seed.addLock({ owner, application: dav, ...lock })
    return { service, token, ...writer(service) }
  }
  type World = Awaited<ReturnType<typeof fresh>>
  const writes: Record<string, (world: World) => Promise<{ code: number }>> = {
    'rename file': ({ rename }) => rename('svc://my/F/x', 'z'),
    'move file out': ({ move }) => move(['svc://my/F/x'], 'svc://my/to'),
    'delete file': ({ remove }) => remove(['svc://my/F/x']),
    'delete file for good': ({ remove }) => remove(['svc://my/F/x'], { skip_soft_delete: true }),
    'copy file out': ({ move }) => move(['svc://my/F/x'], 'svc://my/to', true),
    'delete sibling': ({ remove }) => remove(['svc://my/F/sibling']),
    'create in': ({ create }) => create('svc://my/F/new/deep'),
    'move in': ({ move }) => move(['svc://my/y'], 'svc://my/F'),
    'copy in': ({ move }) => move(['svc://my/y'], 'svc://my/F', true),
    'rename folder': ({ rename }) => rename('svc://my/F', 'G'),
    'move folder': ({ move }) => move(['svc://my/F'], 'svc://my/to'),
    'delete folder': ({ remove }) => remove(['svc://my/F']),
  }
  const met = async (lock: Parameters<typeof fresh>[0], uri: string) => {
    const found: string[] = []
    for (const [name, write] of Object.entries(writes)) {
      const world = await fresh(lock)
      const answer = await write(world)
      if (answer.code === 0) continue
      expect(answer, name).toMatchObject({
        code: 40073,
        data: [
          { path: uri, token: world.token, owner: { application: dav }, type: lock.type ?? 0 },
        ],
        error: expect.stringContaining(uri),
      })
      found.push(name)
    }
    return found
  }
  const ofFile = ['rename file', 'move file out', 'delete file', 'delete file for good']
  const inFolder = ['delete sibling', 'create in', 'move in', 'copy in']
  const ofFolder = ['rename folder', 'move folder', 'delete folder']
  for (const depth of [0, 'infinity'] as const) {
    expect(await met({ path: ['F', 'x'], depth }, 'svc://my/F/x')).toEqual([...ofFile, ...ofFolder])
  }
  expect(await met({ path: ['F'], depth: 0, type: 1 }, 'svc://my/F')).toEqual(ofFolder)
  expect(await met({ path: ['F'], type: 1 }, 'svc://my/F')).toEqual([
    ...ofFile,
    ...inFolder,
    ...ofFolder,
  ])
})

test('F5 a lock on one item stops its whole batch, names all that are locked, and nothing changed', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  for (const name of ['a', 'b', 'c']) seed.addFile(owner, ['F', name])
  seed.addFolder(owner, ['to'])
  const tokens = ['a', 'b'].map((name) =>
    seed.addLock({ owner, path: ['F', name], application: dav }),
  )
  const { remove, move } = writer(service)
  const uris = ['c', 'a', 'b', 'gone'].map((name) => `svc://my/F/${name}`)
  const before = tree(service)
  for (const answer of [await remove(uris), await move(uris, 'svc://my/to')]) {
    expect(answer.code).toBe(40073)
    expect(answer.data.map((entry: { token: string }) => entry.token)).toEqual(tokens)
    expect(tree(service)).toEqual(before)
  }
  await service.call('DELETE', '/file/lock', { as: owner, body: { tokens } })
  expect((await remove(uris)).code).toBe(40081)
  expect(tree(service)).toEqual(['/F', '/to', 'trash:a', 'trash:b', 'trash:c'])
})
