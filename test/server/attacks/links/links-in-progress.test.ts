import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { textEditorViewerId } from '#src/server/http/site.ts'
import { envelope, send, slowBody } from '../../raw-http.ts'
import { openTestService } from '../../service-harness.ts'

const everyone = encodeBoolset(Object.values(SharePermission))
const Count = v.object({ count: v.number() })

/** The owner's folder `Team` with `plan.txt`, in which others may do everything. */
async function openTeam() {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const plan = seed.addFile(owner, ['Team', 'plan.txt'], { contents: Buffer.from('plan') })
  const share = seed.addShare(seed.addFolder(owner, ['Team']), {
    permissionSetting: { ...noPermissions, everyone },
  })
  const end = () => service.call('DELETE', `/share/${share}`, { as: owner })
  const at = (name: string) => `svc://${share}@share/${name}`
  const asVisitor = (method: string, path: string, body: object) =>
    service.call(method, path, { as: colleague, body })
  const count = (table: string) =>
    service.db.first(`SELECT count(*) AS count FROM ${table}`, [], Count)?.count
  const putAsOwner = (name: string) =>
    envelope(
      send(service, 'PUT', `/file/content?uri=svc://my/Team/${name}`, { as: owner, body: 'own' }),
    )
  const namesInTeam = async () => {
    const { data } = await service.call('GET', '/file?uri=svc://my/Team', { as: owner })
    return data.files.map(({ name }: { name: string }) => name) as string[]
  }
  const view = async () => {
    const { data } = await asVisitor('PUT', '/file/viewerSession', {
      uri: at('plan.txt'),
      viewer_id: textEditorViewerId,
      preferred_action: 'edit',
    })
    return (operation: string, path = '', body: string | ReadableStream<Uint8Array> = '') =>
      send(service, 'POST', `/file/wopi/${plan}${path}?access_token=${data.session.access_token}`, {
        headers: { 'x-wopi-override': operation, 'x-wopi-lock': 'theirs' },
        body,
      })
  }
  return { service, share, end, at, asVisitor, count, putAsOwner, namesInTeam, view }
}

test('Security 5 a link that is deleted takes the uploads begun through it with it: place, lock and announced size', async () => {
  const { service, end, at, asVisitor, count, putAsOwner, namesInTeam } = await openTeam()
  const { code } = await asVisitor('PUT', '/file/upload', { uri: at('big.iso'), size: 1e9 })
  expect(code).toBe(0)
  const own = { uri: 'svc://my/Team/own.iso', size: 5 }
  await service.call('PUT', '/file/upload', { as: service.owner, body: own })
  expect(await namesInTeam()).toEqual(['plan.txt', 'big.iso', 'own.iso'])
  expect((await putAsOwner('big.iso')).code).toBe(40073)
  await end()
  expect(await namesInTeam()).toEqual(['plan.txt', 'own.iso'])
  expect([count('uploads'), count('locks')]).toEqual([1, 1])
  expect((await putAsOwner('big.iso')).code).toBe(0)
})

test.each(['delete', 'expire', 'take the right away'])(
  'Security 5 a visitor’s lock is in nobody’s way when the owner has the link %s',
  async (how) => {
    const { service, share, end, putAsOwner, view } = await openTeam()
    const wopi = await view()
    expect((await wopi('LOCK')).status).toBe(200)
    expect((await putAsOwner('plan.txt')).code).toBe(40073)
    const body = { uri: 'svc://my/Team', expire: 60 }
    const edit = (more: object) =>
      service.call('POST', `/share/${share}`, { as: service.owner, body: { ...body, ...more } })
    if (how === 'delete') await end()
    if (how === 'expire') {
      await edit({})
      service.clock.time += 60_001
    }
    const reading = encodeBoolset([SharePermission.read])
    if (how === 'take the right away') {
      await edit({ permissions: { ...noPermissions, everyone: reading } })
    }
    expect((await putAsOwner('plan.txt')).code).toBe(0)
    // It is gone for good, also when the link comes back.
    if (how === 'expire') {
      await edit({})
      expect((await wopi('REFRESH_LOCK')).status).toBe(409)
    }
  },
)

test('locks of a link that has ended hide no other lock, however many they are', async () => {
  const { service, share, end } = await openTeam()
  const { db, seed, owner } = service
  const holder = seed.addUser({ email: 'many@example.org', nickname: 'Many' })
  db.transaction(() => {
    for (let index = 0; index < 1500; index++) {
      seed.addLock({ owner, path: ['Team', `a${index}`], application: { type: 'upload' }, holder })
    }
  })
  db.run('UPDATE locks SET share_grant = ?', [`${share}.0.1.`])
  seed.addLock({ owner, path: ['Team', 'z'], application: { type: 'dav' } })
  await end()
  const remove = await service.call('DELETE', '/file', {
    as: owner,
    body: { uris: ['svc://my/Team'] },
  })
  expect(remove.code).toBe(40073)
  expect(remove.data).toHaveLength(1)
})

test('Security 5 an archive holds what was there when its address was made, and nothing of the trash', async () => {
  const { service, at, asVisitor } = await openTeam()
  const { seed, owner } = service
  const secret = seed.addFile(owner, ['Team', 'inner', 'secret.txt'], {
    contents: Buffer.from('s'),
  })
  const zip = async (uris: string[]) => {
    const { data } = await asVisitor('POST', '/file/url', { uris, archive: true })
    return async () =>
      Buffer.from(
        await (await service.fetch(new Request(data.urls[0].url))).arrayBuffer(),
      ).toString('latin1')
  }
  const whole = await zip([at('')])
  const inner = await zip([at('plan.txt'), at('inner')])
  seed.addFile(owner, ['Team', 'later.txt'], { contents: Buffer.from('later') })
  const older = seed.addFile(owner, ['Private', 'older.txt'], { contents: Buffer.from('older') })
  const moved = await zip([at('')])
  seed.addFolder(owner, ['Team', 'newer'])
  service.db.run(
    "UPDATE files SET parent_key = (SELECT key FROM files WHERE name = 'newer') WHERE id = ?",
    [older],
  )
  seed.trashFile(secret)
  expect(await whole()).toContain('plan.txt')
  expect(await whole()).not.toMatch(/later\.txt|secret\.txt/)
  expect(await moved()).not.toMatch(/older\.txt/)
  seed.trashFile(seed.findFile(owner, ['Team', 'inner']) ?? '')
  expect(await inner()).toContain('"code":40016')
  const own = await service.call('POST', '/file/url', {
    as: owner,
    body: { uris: ['svc://my/Team'], archive: true },
  })
  seed.trashFile(seed.findFile(owner, ['Team']) ?? '')
  const answer = await service.fetch(new Request(own.data.urls[0].url))
  expect(((await answer.json()) as { code: number }).code).toBe(40077)
})

test.each(['the link ends', 'a file is moved out of it'])(
  'Security 5 an archive that is being made breaks off when %s',
  async (what) => {
    const { service, at, asVisitor, end } = await openTeam()
    const { seed, owner } = service
    const big = Buffer.alloc(3_000_000, 'x')
    for (const name of ['a', 'z']) seed.addFile(owner, ['Team', name], { contents: big })
    const { data } = await asVisitor('POST', '/file/url', { uris: [at('')], archive: true })
    const answer = await service.fetch(new Request(data.urls[0].url))
    const reader = answer.body?.getReader()
    const first = await reader?.read()
    expect(first?.done).toBe(false)
    if (what === 'the link ends') await end()
    else {
      seed.addFolder(owner, ['Private'])
      const body = { uris: ['svc://my/Team/z'], dst: 'svc://my/Private' }
      expect((await service.call('POST', '/file/move', { as: owner, body })).code).toBe(0)
    }
    let size = 0
    const rest = async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        size += part.value.length
      }
    }
    await expect(rest()).rejects.toThrow(/./)
    expect(size).toBeLessThan(2 * big.length)
  },
)

test.each(['a viewer', 'a chunk', 'a content'])(
  'Security 5 what %s sends is not written when the link ends before all of it is there',
  async (what) => {
    const { service, end, at, asVisitor, putAsOwner, view, namesInTeam } = await openTeam()
    const { colleague: as } = service
    const { stream, drained, push, end: finish } = slowBody()
    const wopi = await view()
    if (what === 'a viewer') expect((await wopi('LOCK')).status).toBe(200)
    const { data } = await asVisitor('PUT', '/file/upload', { uri: at('new.txt'), size: 8 })
    const sent =
      what === 'a viewer'
        ? wopi('PUT', '/contents', stream)
        : what === 'a chunk'
          ? send(service, 'POST', `/file/upload/${data.session_id}/0`, { as, body: stream })
          : send(service, 'PUT', `/file/content?uri=${at('plan.txt')}`, { as, body: stream })
    push('half')
    await drained
    await end()
    push('half')
    finish()
    expect(((await (await sent).json()) as { code: number }).code).toBe(
      what === 'a chunk' ? 40011 : 404,
    )
    const { data: file } = await service.call('GET', '/file/info?uri=svc://my/Team/plan.txt', {
      as: service.owner,
    })
    expect(file.size).toBe(4)
    expect(await namesInTeam()).toEqual(['plan.txt'])
    expect(service.store.listDrafts()).toEqual([])
    expect((await putAsOwner('plan.txt')).code).toBe(0)
  },
)

test('Security 5 a long copy inside a link stops when the link ends, and what there is of it goes to the trash', async () => {
  const { service, end, at, asVisitor, namesInTeam } = await openTeam()
  const { seed, owner } = service
  seed.transaction(() => {
    for (let index = 0; index < 1000; index++) seed.addFolder(owner, ['Team', 'many', `${index}`])
    seed.addFolder(owner, ['Team', 'to'])
  })
  const body = { uris: [at('many')], dst: at('to'), copy: true }
  const copying = asVisitor('POST', '/file/move', body)
  const begun = () =>
    service.db.first("SELECT count(*) AS count FROM files WHERE name = 'many'", [], Count)
      ?.count === 2
  await expect.poll(begun, { interval: 1, timeout: 20_000 }).toBe(true)
  await end()
  expect((await copying).code).toBe(40081)
  expect(await namesInTeam()).toEqual(['many', 'to', 'plan.txt'])
  const { data } = await service.call('GET', '/file?uri=svc://my/Team/to', { as: owner })
  expect(data.files).toEqual([])
  const { data: trash } = await service.call('GET', '/file?uri=svc://trash', { as: owner })
  expect(trash.files).toMatchObject([{ name: 'many' }])
})

test('Security 5 a long copy inside a link takes nothing from a folder that is moved out of it meanwhile', async () => {
  const { service, at, asVisitor, namesInTeam } = await openTeam()
  const { seed, owner } = service
  seed.addFolder(owner, ['Private'])
  seed.transaction(() => {
    seed.addFolder(owner, ['Team', 'many', 'sub'])
    for (let index = 0; index < 1000; index++) {
      seed.addFolder(owner, ['Team', 'many', 'last', `${index}`])
    }
    seed.addFolder(owner, ['Team', 'to'])
  })
  const body = { uris: [at('many')], dst: at('to'), copy: true }
  const copying = asVisitor('POST', '/file/move', body)
  const begun = () =>
    service.db.first("SELECT count(*) AS count FROM files WHERE name = 'last'", [], Count)
      ?.count === 2
  await expect.poll(begun, { interval: 1, timeout: 20_000 }).toBe(true)
  const moving = { uris: ['svc://my/Team/many/sub'], dst: 'svc://my/Private' }
  expect((await service.call('POST', '/file/move', { as: owner, body: moving })).code).toBe(0)
  seed.addFile(owner, ['Private', 'sub', 'secret.txt'], { contents: Buffer.from('secret') })
  expect((await copying).code).toBe(40081)
  expect(await namesInTeam()).toEqual(['many', 'to', 'plan.txt'])
  const secrets = "SELECT count(*) AS count FROM files WHERE name = 'secret.txt'"
  expect(service.db.first(secrets, [], Count)?.count).toBe(1)
})

test.each(['the link ends', 'what is found is moved out of it'])(
  'Security 5 a search inside a link tells nothing more when %s before it is done',
  async (what) => {
    const { service, share, at } = await openTeam()
    const { seed, owner, db } = service
    seed.transaction(() => {
      seed.addFile(owner, ['Team', 'sub', 'secret plan.txt'])
      for (let index = 0; index < 6000; index++) seed.addFile(owner, ['Team', `${index}`])
    })
    seed.addFolder(owner, ['Private'])
    let queries = 0
    const query = db.query.bind(db)
    // A search asks the database for each of its slices; something happens after the first of them.
    db.query = (...args) => {
      const isSlice = args[0].includes('+f.size BETWEEN')
      if (isSlice && ++queries === 2) {
        if (what === 'the link ends') db.run('DELETE FROM shares WHERE id = ?', [share])
        else {
          const sql =
            "UPDATE files SET parent_key = (SELECT key FROM files WHERE name = 'Private') WHERE name = 'sub'"
          db.run(sql, [])
        }
      }
      return query(...args)
    }
    const uri = encodeURIComponent(`${at('')}?name=plan&case_folding`)
    const { code, data } = await service.call('GET', `/file?uri=${uri}`, { as: service.colleague })
    expect(queries).toBeGreaterThan(2)
    if (what === 'the link ends') expect(code).toBe(404)
    else expect(data.files.map(({ path }: { path: string }) => path)).toEqual([at('plan.txt')])
  },
)
