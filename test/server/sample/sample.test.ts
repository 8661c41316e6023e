import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetadataKey } from '#src/contract/file.ts'
import type { File } from '#src/contract/file.ts'
import { decodeBoolset } from '#src/contract/flags/boolset.ts'
import { LockApplication } from '#src/contract/lock.ts'
import type { Share } from '#src/contract/share.ts'
import { parseUri } from '#src/contract/uri.ts'
import { renewSampleDataSetLocks, seedDataSet } from '#src/server/sample/seed.ts'
import { callService } from '../../processes/service-api.ts'
import { open, sharesOf, list, rows } from './fixtures.ts'

const day = 24 * 3600_000

describe('the data set sample', () => {
  let service: Awaited<ReturnType<typeof open>>
  let accounts: Awaited<ReturnType<typeof seedDataSet>>['accounts']
  let links: Share[]
  let trash: File[]
  beforeAll(async () => {
    service = await open()
    accounts = (await seedDataSet(service, 'sample')).accounts
    links = await sharesOf(service, 'mei@example.org')
    trash = (await list(service, 'svc://trash')).files
  })
  afterAll(() => service.close())

  const shareOf = (name: string) => links.find((share) => share.name === name)
  const inDays = (share: Share) => (Date.parse(share.expires ?? '') - service.clock.time) / day

  test('has three accounts with passwords of their own', async () => {
    expect(accounts.map(({ role }) => role)).toEqual(['owner', 'colleague', 'second-factor'])
    for (const { password } of accounts) expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect(accounts[2]?.totp_secret).toMatch(/^[A-Z2-7]{32}$/)
    const other = await open()
    const again = await seedDataSet(other, 'empty')
    other.close()
    const all = [...accounts, ...again.accounts]
    expect(new Set(all.map(({ password }) => password)).size).toBe(6)
    expect(again.accounts[2]?.totp_secret).not.toBe(accounts[2]?.totp_secret)

    const [owner] = accounts
    const answer = await service.fetch(
      new Request('http://localhost/api/v4/session/token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: owner?.email, password: owner?.password }),
      }),
    )
    expect(await answer.json()).toMatchObject({ code: 0 })
  })

  test('has thirty shares in every state', () => {
    expect(links).toHaveLength(30)
    const passed = links.filter((share) => inDays(share) < 0)
    expect(passed.length).toBeGreaterThanOrEqual(3)
    expect(passed.every((share) => share.expired)).toBe(true)
    const soon = links.filter((share) => inDays(share) > 0 && inDays(share) < 7)
    expect(soon.map((share) => Math.floor(inDays(share))).sort((a, b) => a - b)).toEqual([
      0, 2, 5, 6,
    ])
    const usedUp = links.filter((share) => share.remain_downloads === 0)
    expect(usedUp.length).toBeGreaterThanOrEqual(2)
    expect(usedUp.every((share) => share.expired)).toBe(true)
    // Its own source in the trash makes a link expire, a folder around it does not.
    expect(shareOf('Loan form.docx')?.expired).toBe(true)
    expect(shareOf('Station report.txt')?.expired).toBe(false)
    expect(links.filter((share) => !share.expired).length).toBeGreaterThanOrEqual(17)
    expect(links.filter((share) => share.password).length).toBeGreaterThanOrEqual(5)
    expect(links.filter((share) => share.price).length).toBeGreaterThanOrEqual(2)
    expect(links.filter((share) => share.source_type === 1).length).toBeGreaterThanOrEqual(6)
    expect(links.some((share) => share.share_view)).toBe(true)
    expect(shareOf('Lofoten, summer 2026')).toMatchObject({ visited: 482, downloaded: 96 })
  })

  test('has shares with every kind of permission and name', () => {
    const settings = links.map((share) => share.permission_setting)
    for (const audience of ['anonymous', 'everyone', 'same_group', 'other'] as const) {
      expect(
        settings.some((setting) => setting?.[audience]),
        audience,
      ).toBe(true)
    }
    const groups = settings.flatMap((setting) => Object.values(setting?.group_explicit ?? {}))
    expect(groups).toEqual(['Aw=='])
    expect(Object.values(shareOf('Code')?.permission_setting?.user_explicit ?? {})).toEqual([
      'Dw==',
    ])
    expect(settings.filter((s) => s?.everyone && decodeBoolset(s.everyone) === null)).toHaveLength(
      1,
    )
    const names = links.map(({ name }) => name)
    for (const some of [
      /\p{Script=Han}/u,
      /\p{Script=Arabic}/u,
      /\p{Emoji_Presentation}/u,
      /\u202e/,
    ]) {
      expect(
        names.some((name) => some.test(name)),
        String(some),
      ).toBe(true)
    }
    expect(names.some((name) => Buffer.byteLength(name) === 255)).toBe(true)
  })

  test('has sixty deleted items, some of them hard to restore', async () => {
    expect(trash).toHaveLength(60)
    const origins = trash.map((item) => item.metadata?.[MetadataKey.restoreUri] ?? '')
    const taken = await list(service, 'svc://my/Documents')
    expect(taken.files.some(({ name }) => name === 'Handbook.pdf')).toBe(true)
    expect(origins).toContain('svc://my/Documents/Handbook.pdf')
    const root = (await list(service, 'svc://my')).files.map(({ name }) => name)
    for (const gone of ['Old website', 'Workshop 2025', 'Exports, June']) {
      expect(root).not.toContain(gone)
      expect(
        origins.some((uri) => decodeURIComponent(uri).includes(`/${gone}`)),
        gone,
      ).toBe(true)
    }
    const days = trash.map(
      (item) =>
        (Number(item.metadata?.[MetadataKey.collectTime]) * 1000 - service.clock.time) / day,
    )
    expect(Math.min(...days)).toBeGreaterThan(0)
    expect(Math.max(...days)).toBeLessThanOrEqual(7)
    expect(days.filter((left) => left < 1).length).toBeGreaterThanOrEqual(3)
    const together = trash
      .filter(({ name }) => name.startsWith('DSCF'))
      .map((item) => Date.parse(item.updated_at))
    expect(together).toHaveLength(5)
    expect(Math.max(...together) - Math.min(...together)).toBeLessThan(2000)
    const inside = rows(
      service,
      'files f JOIN files p ON p.key = f.parent_key WHERE p.trash_id IS NOT NULL',
    )
    expect(inside).toBeGreaterThan(10)
  })

  test('has a lock of every kind of holder', () => {
    const Row = v.object({
      application: v.pipe(v.string(), v.parseJson(), LockApplication),
      host: v.string(),
    })
    const locks = service.db.query('SELECT application, host FROM locks', [], Row)
    expect(locks.map(({ application, host }) => `${host} ${application.type}`).sort()).toEqual([
      'my dav',
      'my dav',
      'my scan-station',
      'my upload',
      'my viewer',
      'trash viewer',
    ])
    expect(locks.some(({ application }) => application.inner_xml?.includes('Lin Okafor'))).toBe(
      true,
    )
    expect(rows(service, 'uploads JOIN locks ON token = lock_token')).toBe(1)
  })

  test('has a folder that the colleague may change, add to and delete from, with a lock of the owner in it', async () => {
    const lin = service.db.first(
      "SELECT id FROM users WHERE email = 'lin@example.org'",
      [],
      v.object({ id: v.string() }),
    )
    const send = async (method: string, path: string, body: unknown) => {
      const answer = await service.fetch(
        new Request(`http://localhost/api/v4${path}`, {
          method,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${(await service.seed.mintToken(lin?.id ?? '')).access_token}`,
          },
          body: JSON.stringify(body),
        }),
      )
      return (await answer.json()) as { code: number; data?: { token?: string; path?: string }[] }
    }
    const root = `svc://${shareOf('Code')?.id}@share`
    const { files, props } = await list(service, root, 'lin@example.org')
    expect(files.map(({ name }) => name)).toContain('letter.txt')
    expect([...(decodeBoolset(props?.capability ?? '') ?? [])]).toEqual(
      expect.arrayContaining([0, 1, 6, 8, 16]),
    )
    const rename = (name: string) => ({ uri: `${root}/${name}`, new_name: `old ${name}` })
    const locked = await send('POST', '/file/rename', rename('stale-stations.sql'))
    expect(locked).toMatchObject({ code: 40073, data: [{ path: `${root}/stale-stations.sql` }] })
    expect(locked.data?.[0]?.token).toBeUndefined()
  })

  test('has saved views of all kinds, one of them inherited from a parent folder', async () => {
    const of = async (path: string) => (await list(service, `svc://my/${encodeURI(path)}`)).view
    expect(await of('Photos/Lofoten, summer 2026')).toMatchObject({
      view: 'gallery',
      gallery_width: 220,
    })
    expect(await of('Photos/City')).toMatchObject({ view: 'list' })
    expect((await of('Photos/City'))?.columns).toContainEqual({ type: 97, width: 90 })
    expect(await of('Photos/Home')).toMatchObject({ view: 'grid' })
  })

  test('dates nothing in the future but what runs out', () => {
    for (const table of ['files', 'shares', 'users', 'locks', 'uploads', 'entities']) {
      expect(rows(service, `${table} WHERE created_at > ${service.clock.time}`), table).toBe(0)
    }
    expect(
      rows(service, `files WHERE updated_at > ${service.clock.time} OR updated_at < created_at`),
    ).toBe(0)
    expect(
      rows(
        service,
        'shares s JOIN files f ON f.key = s.file_key WHERE s.created_at < f.created_at',
      ),
    ).toBe(0)
    const oldest = Math.min(...links.map((share) => Date.parse(share.created_at)))
    expect((service.clock.time - oldest) / day).toBeGreaterThan(140)
  })

  test('has contents for every file that is no shortcut', async () => {
    const Row = v.object({ entity_id: v.string(), size: v.number() })
    const isFile = "type = 0 AND ifnull(metadata, '') NOT LIKE '%sys:shared_redirect%'"
    const files = service.db.query(`SELECT entity_id, size FROM files WHERE ${isFile}`, [], Row)
    expect(files.length).toBeGreaterThan(100)
    for (const { entity_id, size } of files) {
      expect((await service.store.get(entity_id))?.byteLength).toBe(size)
    }
  })

  test('S18 has shortcuts to what others share, one of which leads to a dead link', async () => {
    const { files } = await list(service, 'svc://shared_with_me')
    const names = files.map(({ name }) => name).sort()
    expect(names).toEqual(['Coordinates.pdf', 'Field notes', 'Stamsund.txt'])
    const codes = new Map<string, number>()
    for (const { name, metadata } of files) {
      const id = parseUri(metadata['sys:shared_redirect'] ?? '').id ?? ''
      codes.set(name, (await callService(service, 'GET', `/share/info/${id}`)).code)
    }
    expect(Object.fromEntries(codes)).toEqual({
      'Coordinates.pdf': 404,
      'Field notes': 0,
      'Stamsund.txt': 0,
    })
    const ofLin = await list(service, 'svc://shared_with_me', 'lin@example.org')
    expect(ofLin.files.map(({ name }) => name)).toEqual(['Code'])
  })

  test('gives the other accounts files of their own', async () => {
    expect(await sharesOf(service, 'lin@example.org')).toHaveLength(3)
    expect((await list(service, 'svc://my', 'sofia@example.org')).files.length).toBeGreaterThan(1)
  })

  test('renews only those locks that have expired', async () => {
    // It has a service of its own, so that the other tests do not depend on their order.
    const own = await open()
    await seedDataSet(own, 'sample')
    const before = own.clock.time
    const live = () => rows(own, `locks WHERE expires_at > ${own.clock.time}`)
    own.db.run("DELETE FROM locks WHERE application LIKE '%scan-station%'", [])
    renewSampleDataSetLocks(own)
    expect(live()).toBe(5)
    own.clock.time = before + 30 * 3600_000
    expect(live()).toBe(2)
    renewSampleDataSetLocks(own)
    expect(live()).toBe(5)
    // They are renewed also when the service has deleted the expired ones meanwhile.
    own.clock.time = before + 200 * 3600_000
    own.db.run('DELETE FROM locks', [])
    renewSampleDataSetLocks(own)
    expect(live()).toBe(5)
    expect(rows(own, `uploads WHERE expires_at > ${own.clock.time}`)).toBe(1)
    own.clock.time = before
    own.close()
  })
})
