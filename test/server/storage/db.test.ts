import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parseUri } from '#src/contract/uri.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { createTimeSliceScheduler } from '#src/server/http/time-slice-scheduler.ts'
import { runBatchInTimeSlices } from '#src/server/http/time-slices.ts'
import { createEmbeddedService } from '#src/server/service.ts'
import { openConnection } from '#src/server/storage/connection.ts'
import { DamagedDatabaseError, countPlaceholders, openDb } from '#src/server/storage/db.ts'
import { migrate } from '#src/server/storage/schema.ts'
import { openTestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'

test('refuses parameters on which libsql would abort or store something else', () => {
  const db = openDb(':memory:')
  const ask = (...params: unknown[]) =>
    db.query('SELECT ? AS value', params as never, v.object({ value: v.unknown() }))[0]?.value
  expect(ask(true)).toBe(1)
  expect(ask('a\0b')).toBe('a\ufffdb')
  expect(ask('\ud800')).toBe('\ufffd')
  for (const bad of [[], [1, 2], [undefined], [{}], [new Date()], [2 ** 60], [Number.NaN]]) {
    expect(() => ask(...bad)).toThrow(/./)
  }
})

test('counts placeholders outside quotes and comments', () => {
  expect(countPlaceholders(`SELECT '?', "?", ? -- ?\n /* ? */ , ?`)).toBe(2)
  expect(() => countPlaceholders('SELECT ?1')).toThrow('plain')
})

test('undoes the whole of a transaction that fails', () => {
  const db = openDb(':memory:')
  db.script('CREATE TABLE t (a INTEGER) STRICT')
  expect(() =>
    db.transaction(() => {
      db.run('INSERT INTO t VALUES (?)', [1])
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(db.query('SELECT a FROM t', [], v.unknown())).toEqual([])
})

test('says so when the database is damaged, and leaves it as it is', async () => {
  const dir = temporaryFolder()
  writeFileSync(join(dir, 'latchkey.db'), 'not a database '.repeat(1000))
  await expect(createEmbeddedService({ dir })).rejects.toBeInstanceOf(DamagedDatabaseError)
  expect(statSync(join(dir, 'latchkey.db')).size).toBe(15_000)
})

test('finds accounts, contents and sign-ins again after a restart', async () => {
  const dir = temporaryFolder()
  const first = await createEmbeddedService({ dir, passwordCost: 4 })
  const owner = first.seed.addUser({ email: 'a@example.org', nickname: 'A' })
  const contents = new Uint8Array([1, 2, 3])
  first.seed.addFile(owner, ['x'], { contents })
  const token = (await first.seed.mintToken(owner)).access_token
  first.close()
  expect(statSync(join(dir, 'latchkey.key')).mode & 0o777).toBe(0o600)
  const second = await createEmbeddedService({ dir, passwordCost: 4 })
  const headers = { authorization: `Bearer ${token}` }
  const response = await second.fetch(new Request('http://l/api/v4/file?uri=svc://my', { headers }))
  const { data } = (await response.json()) as { data: { files: { primary_entity: string }[] } }
  expect(await second.store.get(data.files[0]?.primary_entity ?? '')).toEqual(Buffer.from(contents))
  second.close()
})

test('what is in use is kept with the account, through every change and for older data', async () => {
  const service = await openTestService()
  const { db, seed, owner } = service
  const Used = v.object({ kept: v.number(), summed: v.number() })
  const used = () =>
    db.query(
      `SELECT used AS kept, (SELECT ifnull(sum(size), 0) FROM entities WHERE owner_key = users.key)
         + (SELECT ifnull(sum(ifnull(octet_length(metadata), 0) + ifnull(octet_length(view), 0)), 0) FROM files
            WHERE owner_key = users.key) AS summed FROM users ORDER BY key`,
      [],
      Used,
    )
  const settings = [
    'users.has_own_password',
    'users.preferred_theme',
    'users.share_links_in_profile',
    'users.version_retention_enabled',
    'users.version_retention_ext',
    'users.version_retention_max',
    'families.used_at',
    'families.client',
  ]
  const undoLaterMigrations = () => {
    for (const setting of settings) {
      db.script(`ALTER TABLE ${setting.replace('.', ' DROP COLUMN ')}`)
    }
    db.script(`DROP TRIGGER shares_password; ALTER TABLE shares DROP COLUMN epoch;
      ALTER TABLE uploads DROP COLUMN share_grant; ALTER TABLE locks DROP COLUMN share_grant;
      ALTER TABLE entities DROP COLUMN put_away_at`)
  }
  const remove = (uris: readonly string[]) =>
    service.call('DELETE', '/file', { as: owner, body: { uris, skip_soft_delete: true } })
  seed.addFile(owner, ['a'], { size: 10 })
  seed.addFile(owner, ['F', 'b'], { size: 7 })
  seed.addFile(owner, ['F', 'G', 'c'], { size: 5 })
  seed.trashFile(seed.addFile(owner, ['d'], { size: 3 }))
  expect(used()[0]).toEqual({ kept: 25, summed: 25 })
  await remove(['svc://my/F'])
  expect(used()[0]).toEqual({ kept: 13, summed: 13 })
  db.run('UPDATE entities SET size = size + 1', [])
  expect(used()[0]).toEqual({ kept: 15, summed: 15 })
  db.run('UPDATE entities SET owner_key = (SELECT max(key) FROM users) WHERE size = 4', [])
  expect(used()).toEqual([
    { kept: 11, summed: 11 },
    { kept: 4, summed: 4 },
  ])
  // Metadata and views count, in bytes and not in letters, wherever the item is.
  seed.addFile(owner, ['tagged'], { metadata: { 'tag:ü': '' } })
  expect(used()[0]).toEqual({ kept: 24, summed: 24 })
  db.run(`UPDATE files SET view = '{"é":1}' WHERE name IN ('tagged', 'd')`, [])
  expect(used()[0]).toEqual({ kept: 40, summed: 40 })
  db.run("UPDATE files SET owner_key = (SELECT max(key) FROM users) WHERE name = 'd'", [])
  db.run("UPDATE files SET metadata = NULL WHERE name = 'tagged'", [])
  expect(used()).toEqual([
    { kept: 19, summed: 19 },
    { kept: 12, summed: 12 },
  ])
  db.run("DELETE FROM files WHERE name = 'd'", [])
  db.script(`DROP TRIGGER texts_added; DROP TRIGGER texts_removed; DROP TRIGGER texts_changed;
    ALTER TABLE uploads DROP COLUMN share_id; ALTER TABLE uploads DROP COLUMN begun;
    ALTER TABLE uploads DROP COLUMN reserved_until;
    DROP TRIGGER entities_added; DROP TRIGGER entities_removed; DROP TRIGGER entities_changed;
    DROP INDEX entities_owner; CREATE INDEX entities_used ON entities (owner_key, size);
    DROP INDEX files_shortcuts; DROP TABLE unfinished_copies;
    ALTER TABLE users DROP COLUMN used; PRAGMA user_version = 3`)
  undoLaterMigrations()
  migrate(db)
  expect(used()).toEqual([
    { kept: 19, summed: 19 },
    { kept: 0, summed: 0 },
  ])
})

test('undoes a nested transaction that fails, and nothing of the outer one', () => {
  const db = openDb(':memory:')
  db.script('CREATE TABLE t (a INTEGER) STRICT')
  const insert = (value: number) => db.run('INSERT INTO t VALUES (?)', [value])
  const rows = () => db.query('SELECT a FROM t', [], v.object({ a: v.number() })).map(({ a }) => a)
  const failing = (value: number, inner?: () => void) => () =>
    db.transaction(() => {
      insert(value)
      inner?.()
      throw new Error('no')
    })
  db.transaction(() => {
    insert(1)
    expect(failing(2)).toThrow('no')
    db.transaction(() => {
      insert(3)
      expect(failing(4, () => db.transaction(() => insert(5)))).toThrow('no')
      insert(6)
    })
  })
  expect(rows()).toEqual([1, 3, 6])
  expect(failing(7, () => db.transaction(() => insert(8)))).toThrow('no')
  expect(rows()).toEqual([1, 3, 6])
  db.transaction(() => insert(9))
  expect(rows()).toEqual([1, 3, 6, 9])
})

test('an item of a batch that is refused after a write leaves nothing of that write', async () => {
  const { db, owner, seed } = await openTestService()
  seed.addFile(owner, ['a'])
  const requests = createTimeSliceScheduler(0, Infinity)
  const uris = ['a', 'b'].map((name) => parseUri(`svc://my/${name}`, 'svc'))
  const failures = await runBatchInTimeSlices(
    { context: { db, requests }, request: new Request('http://localhost/') },
    uris,
    ({ segments: [name = ''] }) => {
      db.run("UPDATE files SET metadata = ? WHERE name = 'a'", [`{"by":"${name}"}`])
      if (name === 'b') throw new HttpError(40004, 'Object existed')
    },
    () => undefined,
  )
  expect([...failures.keys()]).toEqual(['svc://my/b'])
  const read = db.first("SELECT metadata FROM files WHERE name = 'a'", [], v.unknown())
  expect(read).toEqual({ metadata: '{"by":"a"}' })
})

test('a checkpoint waits for nobody who reads, and is made up for when they have ended', () => {
  const path = join(temporaryFolder(), 'latchkey.db')
  const db = openDb(path)
  db.script('CREATE TABLE t (x)')
  const reader = openConnection(path)
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM t').all([])
  db.run('INSERT INTO t VALUES (1)', [])
  const before = performance.now()
  db.checkpoint()
  // The busy timeout of the connection is 5 s.
  expect(performance.now() - before).toBeLessThan(2_000)
  reader.exec('COMMIT')
  db.checkpoint()
  expect(statSync(`${path}-wal`).size).toBe(0)
  // Writes go on waiting for another process.
  reader.exec('BEGIN IMMEDIATE')
  const waitedFrom = performance.now()
  expect(() => db.run('INSERT INTO t VALUES (2)', [])).toThrow()
  expect(performance.now() - waitedFrom).toBeGreaterThan(4_000)
  reader.close()
  db.close()
}, 20_000)
