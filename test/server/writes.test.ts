import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openBench } from './service-harness.ts'
import type { Bench } from './service-harness.ts'

const dav = { type: 'dav' }
type Body = Record<string, unknown>
/** Writes of one account, the owner unless told otherwise; null is nobody. */
function writer(bench: Bench, as: string | null = bench.owner) {
  const send = (method: string, path: string, body: Body) =>
    bench.call(method, path, { ...(as === null ? {} : { as }), body })
  return {
    create: (uri: string, type = 'file', more: Body = {}) =>
      send('POST', '/file/create', { uri, type, ...more }),
    rename: (uri: string, name: unknown) => send('POST', '/file/rename', { uri, new_name: name }),
    move: (uris: unknown, dst: string, copy?: boolean) =>
      send('POST', '/file/move', { uris, dst, copy }),
    remove: (uris: unknown, more: Body = {}) => send('DELETE', '/file', { uris, ...more }),
  }
}
/** Every path of somebody's space, and what lies in the trash by itself as `trash:name`. */
function tree(bench: Bench, owner = bench.owner): string[] {
  const Row = v.object({ path: v.string() })
  return bench.db
    .query(
      `WITH RECURSIVE all_ (key, path) AS (
         SELECT f.key, CASE WHEN f.trash_id IS NULL THEN '' ELSE 'trash:' || f.name END
         FROM files f JOIN users u ON u.key = f.owner_key WHERE u.id = ? AND f.parent_key IS NULL
         UNION ALL
         SELECT f.key, all_.path || '/' || f.name FROM all_ JOIN files f ON f.parent_key = all_.key
       ) SELECT path FROM all_ WHERE path <> '' ORDER BY path`,
      [owner],
      Row,
    )
    .map(({ path }) => path)
}
const used = async (bench: Bench, as = bench.owner) =>
  (await bench.call('GET', '/user/capacity', { as })).data.used as number
const entityOf = (bench: Bench, name: string) =>
  bench.db
    .query(
      'SELECT entity_id FROM files WHERE name = ? ORDER BY key',
      [name],
      v.object({ entity_id: v.string() }),
    )
    .map((row) => row.entity_id)

test('makes files and folders, with the folders above them', async () => {
  const bench = await openBench()
  const { create } = writer(bench)
  const file = await create('svc://my/A b/ü/new.txt', 'file', { metadata: { 'tag:x': '#fff' } })
  expect(file).toMatchObject({
    code: 0,
    data: {
      type: 0,
      name: 'new.txt',
      path: 'svc://my/A%20b/%C3%BC/new.txt',
      size: 0,
      metadata: null,
      owned: true,
    },
  })
  expect(await bench.store.get(file.data.primary_entity)).toEqual(new Uint8Array(0))
  expect((await create('svc://my/F', 'folder')).data).toMatchObject({ type: 1, name: 'F' })
  expect(tree(bench)).toEqual(['/A b', '/A b/ü', '/A b/ü/new.txt', '/F'])
  const info = await bench.call('GET', '/file/info?uri=svc://my/A%2520b/%C3%BC/new.txt', {
    as: bench.owner,
  })
  expect(info.data.metadata).toEqual({ 'tag:x': '#fff' })
})

test('gives what is there already, unless it is of another kind or told not to', async () => {
  const bench = await openBench()
  const { create } = writer(bench)
  const id = bench.seed.addFolder(bench.owner, ['F'])
  expect((await create('svc://my/F', 'folder')).data.id).toBe(id)
  expect((await create('svc://my/F/', 'folder', { err_on_conflict: true })).code).toBe(40004)
  expect((await create('svc://my/F', 'file')).code).toBe(40004)
  expect((await create('svc://my', 'folder')).code).toBe(403)
  bench.seed.addFile(bench.owner, ['file'])
  expect((await create('svc://my/file/x')).code).toBe(403)
  expect((await create('svc://trash/x')).code).toBe(40016)
  expect((await create(`svc://${bench.colleague}@my/x`)).code).toBe(403)
  expect((await writer(bench, null).create('svc://my/x')).code).toBe(401)
  expect(tree(bench)).toEqual(['/F', '/file'])
})

test('refuses names that nobody could use, and too deep a path', async () => {
  const bench = await openBench()
  const { create, rename } = writer(bench)
  bench.seed.addFile(bench.owner, ['x'])
  const illegal = ['a\\b', 'a:b', 'a*', 'a?', '"', '<', '>', '|', 'a\0b', 'ü'.repeat(128)]
  for (const name of illegal) {
    expect((await create(`svc://my/${encodeURIComponent(name)}`)).code, name).toBe(40052)
    expect((await create(`svc://my/${encodeURIComponent(name)}/x`, 'folder')).code).toBe(40052)
    expect((await rename('svc://my/x', name)).code, name).toBe(40052)
  }
  for (const name of ['.', '..', 'a/b']) {
    expect((await rename('svc://my/x', name)).code, name).toBe(40052)
  }
  expect(await rename('svc://my/x', '')).toMatchObject({ code: 40001, msg: 'NewName too short' })
  expect((await rename('svc://my/x', 'n'.repeat(256))).msg).toBe('NewName too long')
  expect((await create(`svc://my${'/a'.repeat(300)}`)).code).toBe(40052)
  expect(tree(bench)).toEqual(['/x'])
  for (const name of [' ', 'a\nb', '\u202e', '👩‍👩‍👧', 'ü'.repeat(127), '...', 'CON', '__proto__']) {
    expect(await rename('svc://my/x', name), name).toMatchObject({ code: 0, data: { name } })
    await rename(`svc://my/${encodeURIComponent(name)}`, 'x')
  }
  expect((await rename('svc://my/x', 'a\ud800')).data.name).toBe('a\ufffd')
})

test('renames in place, refuses a taken name and leaves roots and the trash alone', async () => {
  const bench = await openBench()
  const { rename } = writer(bench)
  const id = bench.seed.addFile(bench.owner, ['F', 'a'])
  bench.seed.addFolder(bench.owner, ['F', 'b'])
  expect(await rename('svc://my/F/a', 'c d')).toMatchObject({
    code: 0,
    data: { id, name: 'c d', path: 'svc://my/F/c%20d', metadata: null },
  })
  expect((await rename('svc://my/F/c d', 'c d')).code).toBe(0)
  expect((await rename('svc://my/F/c d', 'b')).code).toBe(40004)
  expect((await rename('svc://my/F/c d', 'B')).code).toBe(0)
  expect((await rename('svc://my/F/gone', 'x')).code).toBe(40016)
  expect((await rename('svc://my', 'x')).code).toBe(403)
  const gone = bench.seed.trashFile(id)
  expect((await rename(`svc://trash/${gone}`, 'x')).code).toBe(403)
  expect((await writer(bench, null).rename('svc://my/F', 'x')).code).toBe(401)
  expect((await writer(bench, bench.colleague).rename('svc://my/F', 'x')).code).toBe(40016)
  expect(tree(bench)).toEqual(['/F', '/F/b', 'trash:B'])
})

test('moves a batch whole, keeping ids; what lies in it goes along', async () => {
  const bench = await openBench()
  const { move } = writer(bench)
  const { seed, owner } = bench
  const id = seed.addFile(owner, ['a', 'x'])
  seed.addFile(owner, ['b'])
  seed.addFolder(owner, ['to'])
  const changedAt = bench.clock.time
  bench.clock.time += 60_000
  const uris = ['svc://my/a', 'svc://my/a/', 'svc://my/a/x', 'svc://my/b', 'svc://my/b']
  expect(await move(uris, 'svc://my/to')).toEqual({ status: 200, code: 0, msg: '' })
  expect(tree(bench)).toEqual(['/to', '/to/a', '/to/a/x', '/to/b'])
  expect((await bench.call('GET', `/file/info?id=${id}`, { as: owner })).data.path).toBe(
    'svc://my/to/a/x',
  )
  const moved = (await bench.call('GET', '/file/info?uri=svc://my/to/a', { as: owner })).data
  expect(Date.parse(moved.updated_at)).toBe(changedAt)
  // Where it is already.
  expect((await move(['svc://my/to/b'], 'svc://my/to')).code).toBe(0)
  expect((await move(['svc://my/to/b'], `svc://${owner}@my/`)).code).toBe(0)
  expect(tree(bench)).toEqual(['/b', '/to', '/to/a', '/to/a/x'])
})

test('a taken name anywhere stops the whole move; what cannot go there fails alone', async () => {
  const bench = await openBench()
  const { move } = writer(bench)
  const { seed, owner } = bench
  seed.addFile(owner, ['a', 'same'])
  seed.addFile(owner, ['b', 'same'])
  seed.addFile(owner, ['c'])
  seed.addFile(owner, ['to', 'c'])
  const before = tree(bench)
  for (const copy of [false, true]) {
    expect((await move(['svc://my/a', 'svc://my/c'], 'svc://my/to', copy)).code).toBe(40004)
    expect((await move(['svc://my/a/same', 'svc://my/b/same'], 'svc://my/to', copy)).code).toBe(
      40004,
    )
    expect((await move(['svc://my/a'], 'svc://my/gone', copy)).code).toBe(40016)
    expect((await move(['svc://my/a'], 'svc://my/c', copy)).code).toBe(403)
    expect((await move(['svc://my/a'], 'svc://trash', copy)).code).toBe(403)
    expect(
      await move(['svc://my/to', 'svc://my', 'svc://my/no no'], 'svc://my/to', copy),
    ).toMatchObject({
      code: 40081,
      msg: 'One or more operation failed',
      aggregated_error: {
        'svc://my/to': { code: 403, correlation_id: expect.any(String) },
        'svc://my': { code: 403 },
        'svc://my/no%20no': { code: 40016 },
      },
    })
  }
  expect((await move(['svc://my/a'], 'svc://my/a/x')).code).toBe(40016)
  seed.addFolder(owner, ['a', 'deep'])
  expect((await move(['svc://my/a', 'svc://my/b'], 'svc://my/a/deep')).code).toBe(40081)
  expect((await writer(bench, null).move(['svc://my/a'], 'svc://my/to')).code).toBe(401)
  expect(tree(bench)).toEqual(
    [...before, '/a/deep', '/a/deep/b', '/a/deep/b/same']
      .filter((path) => !path.startsWith('/b'))
      .sort(),
  )
})

test('copies trees with their contents, within what there is room for', async () => {
  const bench = await openBench()
  const { move, remove } = writer(bench)
  const { seed, owner, db, store } = bench
  const contents = new TextEncoder().encode('twelve bytes')
  const id = seed.addFile(owner, ['F', 'G', 'a.txt'], {
    contents,
    metadata: { 'tag:x': '', 'sys:y': '1' },
  })
  seed.addShare(id)
  seed.addFolder(owner, ['to'])
  bench.clock.time += 60_000
  expect((await move(['svc://my/F'], 'svc://my/to', true)).code).toBe(0)
  expect(tree(bench)).toEqual([
    '/F',
    '/F/G',
    '/F/G/a.txt',
    '/to',
    '/to/F',
    '/to/F/G',
    '/to/F/G/a.txt',
  ])
  const [old = '', copied = ''] = entityOf(bench, 'a.txt')
  expect(copied).not.toBe(old)
  expect(await store.get(copied)).toEqual(contents)
  const copy = (await bench.call('GET', '/file/info?uri=svc://my/to/F/G/a.txt', { as: owner })).data
  expect(copy).toMatchObject({ metadata: { 'tag:x': '' }, size: 12 })
  expect(copy.metadata['sys:y']).toBeUndefined()
  expect(copy.id).not.toBe(id)
  expect(copy.shared).toBeUndefined()
  expect(Date.parse(copy.created_at)).toBe(bench.clock.time)
  expect(await used(bench)).toBe(24)
  await remove(['svc://my/F'], { skip_soft_delete: true })
  expect(await store.get(old)).toBeNull()
  expect(await store.get(copied)).toEqual(contents)

  db.run('UPDATE users SET capacity = 23 WHERE id = ?', [owner])
  expect((await move(['svc://my/to/F'], 'svc://my', true)).code).toBe(40051)
  db.run('UPDATE users SET capacity = 24 WHERE id = ?', [owner])
  expect((await move(['svc://my/to/F'], 'svc://my', true)).code).toBe(0)
  expect((await move(['svc://my/to/F'], 'svc://my', true)).code).toBe(40004)
})

test('deletes into the trash, and for good with everything that belonged to it', async () => {
  const bench = await openBench()
  const { remove } = writer(bench)
  const { seed, owner, clock, store } = bench
  const bytes = new Uint8Array(5)
  const id = seed.addFile(owner, ['F', 'a b'], { contents: bytes })
  seed.addFile(owner, ['F', 'c'], { contents: bytes })
  seed.addFile(owner, ['keep'], { contents: bytes })
  const share = seed.addShare(id)
  expect(await remove(['svc://my/F/a b', 'svc://my/F/a%20b'])).toEqual({
    status: 200,
    code: 0,
    msg: '',
  })
  const [item] = (await bench.call('GET', '/file?uri=svc://trash', { as: owner })).data.files
  expect(item).toMatchObject({
    id,
    name: 'a b',
    metadata: {
      'sys:restore_uri': 'svc://my/F/a%20b',
      'sys:expected_collect_time': String(clock.time / 1000 + 7 * 24 * 3600),
    },
  })
  expect(Date.parse(item.updated_at)).toBe(clock.time)
  expect(await used(bench)).toBe(15)
  expect((await bench.call('GET', `/share/info/${share}`)).msg).toBe('Share link expired')
  expect((await remove([item.path])).code).toBe(40081)
  const [entity = ''] = entityOf(bench, 'a b')
  expect(
    (await remove(['svc://my/F', 'svc://my/F/c', item.path], { skip_soft_delete: true })).code,
  ).toBe(0)
  expect(tree(bench)).toEqual(['/keep'])
  expect(await used(bench)).toBe(5)
  expect(await store.get(entity)).toBeNull()
  expect((await bench.call('GET', `/share/info/${share}`)).msg).toBe('Share not found')
})

test('deletes what it can of a batch and tells what it cannot', async () => {
  const bench = await openBench()
  const { remove } = writer(bench)
  bench.seed.addFile(bench.owner, ['a'])
  bench.seed.addFile(bench.owner, ['b'])
  expect(
    await remove(['svc://my/a', 'svc://nowhere/x', 'svc://my/b', 'not an address']),
  ).toMatchObject({
    code: 40001,
    msg: 'unknown uri',
  })
  expect(tree(bench)).toEqual(['/a', '/b'])
  const answer = await remove([
    'svc://my/a',
    'svc://my/gone',
    'svc://my',
    'svc://trash',
    'svc://trash/x',
    `svc://${bench.colleague}@my/x`,
  ])
  const codes = Object.fromEntries(
    Object.entries(
      (answer as unknown as { aggregated_error: Record<string, { code: number }> })
        .aggregated_error,
    ).map(([uri, { code }]) => [uri, code]),
  )
  expect(codes).toEqual({
    'svc://my/gone': 40016,
    'svc://my': 403,
    'svc://trash': 403,
    'svc://trash/x': 40016,
    [`svc://${bench.colleague}@my/x`]: 403,
  })
  expect(tree(bench)).toEqual(['/b', 'trash:a'])
  expect(await writer(bench, null).remove(['svc://my/b'])).toMatchObject({
    code: 40081,
    msg: 'Login required',
    aggregated_error: { 'svc://my/b': { code: 401 } },
  })
  expect((await remove(['svc://my/b'], { unlink: true })).msg).toBe(
    'advance delete permission is required',
  )
  expect(tree(bench)).toEqual(['/b', 'trash:a'])
})

test('takes batches of up to 3000, and no empty ones', async () => {
  const bench = await openBench()
  const { remove, move } = writer(bench)
  const many = Array.from({ length: 3001 }, (_, index) => `svc://my/${index}`)
  expect(await remove(many)).toMatchObject({
    code: 40074,
    msg: 'Maximum allowed batch size: 3000',
  })
  expect((await move(many, 'svc://my')).code).toBe(40074)
  expect(
    (await bench.call('POST', '/file/restore', { as: bench.owner, body: { uris: many } })).code,
  ).toBe(40074)
  expect((await remove(many.slice(1))).code).toBe(40081)
  expect(await remove([])).toMatchObject({ code: 40001, msg: 'Uris too short' })
  expect(await remove(undefined)).toMatchObject({ code: 40001, msg: 'Uris cannot be empty' })
})

test('brings something back from the trash into any folder', async () => {
  const bench = await openBench()
  const { move } = writer(bench)
  const { seed, owner } = bench
  const uri = `svc://trash/${seed.trashFile(seed.addFile(owner, ['gone folder', 'x']))}`
  seed.addFolder(owner, ['to'])
  bench.clock.time += 1000
  expect((await move([uri], 'svc://my/to', true)).code).toBe(40081)
  expect((await move([uri], 'svc://my/to')).code).toBe(0)
  const { data } = await bench.call('GET', '/file/info?uri=svc://my/to/x', { as: owner })
  expect(data.metadata).toEqual({})
  expect(Date.parse(data.updated_at)).toBe(bench.clock.time)
  const other = seed.trashFile(seed.addFile(owner, ['elsewhere', 'x']))
  expect((await move([`svc://trash/${other}`], 'svc://my/to')).code).toBe(40004)
})

test('an upload that has only begun is not copied', async () => {
  const bench = await openBench()
  const { seed, owner, db } = bench
  const { move } = writer(bench)
  seed.addFile(owner, ['F', 'done'])
  seed.addFolder(owner, ['to'])
  const metadata = { 'sys:upload_session_id': 'session' }
  const id = seed.addFile(owner, ['F', 'arriving'], { metadata })
  db.run(
    `INSERT INTO uploads (id, user_key, file_key, entity_id, size, chunk_size, is_new, lock_token, expires_at, created_at)
     SELECT 'session', owner_key, key, 'entity', 9, 9, 1, 'token', 9, 9 FROM files WHERE id = ?`,
    [id],
  )
  expect((await move(['svc://my/F/arriving'], 'svc://my/to', true)).code).toBe(40081)
  expect((await move(['svc://my/F'], 'svc://my/to', true)).code).toBe(0)
  expect(tree(bench)).toEqual(['/F', '/F/arriving', '/F/done', '/to', '/to/F', '/to/F/done'])
  // A new version on its way leaves the old one to be copied.
  db.run('UPDATE uploads SET is_new = 0', [])
  expect((await move(['svc://my/F/arriving'], 'svc://my/to', true)).code).toBe(0)
})

test('nothing takes a name that is locked, though nothing is there yet', async () => {
  const bench = await openBench()
  const { seed, owner } = bench
  const { create, rename, move } = writer(bench)
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
test('every write meets the locks in its way, and only those', async () => {
  const fresh = async (lock: { path: string[]; depth?: 0 | 'infinity'; type?: 0 | 1 }) => {
    const bench = await openBench()
    const { seed, owner } = bench
    seed.addFile(owner, ['F', 'x'])
    seed.addFile(owner, ['F', 'sibling'])
    seed.addFile(owner, ['y'])
    seed.addFolder(owner, ['to'])
    const token = seed.addLock({ owner, application: dav, ...lock })
    return { bench, token, ...writer(bench) }
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

test('a lock on one item stops its whole batch, names all that are locked, and nothing changed', async () => {
  const bench = await openBench()
  const { seed, owner } = bench
  for (const name of ['a', 'b', 'c']) seed.addFile(owner, ['F', name])
  seed.addFolder(owner, ['to'])
  const tokens = ['a', 'b'].map((name) =>
    seed.addLock({ owner, path: ['F', name], application: dav }),
  )
  const { remove, move } = writer(bench)
  const uris = ['c', 'a', 'b', 'gone'].map((name) => `svc://my/F/${name}`)
  const before = tree(bench)
  for (const answer of [await remove(uris), await move(uris, 'svc://my/to')]) {
    expect(answer.code).toBe(40073)
    expect(answer.data.map((entry: { token: string }) => entry.token)).toEqual(tokens)
    expect(tree(bench)).toEqual(before)
  }
  await bench.call('DELETE', '/file/lock', { as: owner, body: { tokens } })
  expect((await remove(uris)).code).toBe(40081)
  expect(tree(bench)).toEqual(['/F', '/to', 'trash:a', 'trash:b', 'trash:c'])
})

test('a thousand items are moved, copied, deleted and purged at once', async () => {
  const bench = await openBench()
  const { seed, owner, db } = bench
  db.transaction(() => {
    for (let i = 0; i < 1000; i++)
      seed.addFile(owner, ['from', 'deep', String(i)], { contents: new Uint8Array(1) })
    seed.addFolder(owner, ['to'])
    seed.addFolder(owner, ['copies'])
  })
  seed.addLock({ owner, path: ['other'], application: dav })
  const { move, remove } = writer(bench)
  const uris = (folder: string) => Array.from({ length: 1000 }, (_, i) => `svc://my/${folder}/${i}`)
  const answers = [
    await move(uris('from/deep'), 'svc://my/to'),
    await move(uris('to'), 'svc://my/copies', true),
    await remove(uris('to')),
    await remove(['svc://my/copies'], { skip_soft_delete: true }),
  ]
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(tree(bench)).toHaveLength(1000 + 3)
})
