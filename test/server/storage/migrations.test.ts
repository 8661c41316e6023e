import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isShortcutSql } from '#src/server/files/files.ts'
import { createEmbeddedService } from '#src/server/service.ts'
import { openDb } from '#src/server/storage/db.ts'
import { newId } from '#src/server/storage/ids.ts'
import { migrations } from '#src/server/storage/migrations/migrations.ts'
import { migrate, newestVersion } from '#src/server/storage/schema.ts'
import { callService } from '../../processes/service-api.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const orders = ['', 'name', 'size', 'updated_at', 'created_at']
const time = Date.parse('2026-01-01T12:00:00Z')
const count = 40
/** More than an item may have by now. */
const oldMetadata = JSON.stringify({ 'tag:ü': '', 'dav:x': 'x'.repeat(100_000) })

/** A folder as a build of that version left it: 40 files in folder F, of which every second went to the trash. */
function layOldData(version: number): string {
  const dir = temporaryFolder()
  const db = openDb(join(dir, 'latchkey.db'))
  migrate(db, version)
  db.run(
    "INSERT INTO groups (id, name, permission, capacity, trash_retention) VALUES ('aaaaaaaaaaaa', 'User', '', 1000, 9999)",
    [],
  )
  db.run(
    `INSERT INTO users (id, email, nickname, password_hash, group_key, created_at)
     SELECT 'bbbbbbbbbbbb', 'a@example.org', 'A', 'x', key, ? FROM groups`,
    [time],
  )
  const addFile = (id: string, parent: number | null, type: number, name: string, at: number) =>
    db.run(
      `INSERT INTO files (id, owner_key, parent_key, type, name, size, created_at, updated_at, entity_id)
       SELECT ?, key, ?, ?, ?, ?, ?, ?, ? FROM users`,
      [id, parent, type, name, at, time + at, time + at, type === 1 ? null : `${id}-entity`],
    ).key
  const root = addFile('root', null, 1, '', 0)
  const folder = addFile('folder', root, 1, 'F', 0)
  db.run('UPDATE files SET metadata = ?, view = ? WHERE key = ?', [oldMetadata, '{"é":1}', folder])
  for (let at = 0; at < count; at++) {
    const key = addFile(`file ${at}`, folder, 0, `${(at * 7) % count}`.padStart(2, '0'), at)
    db.run(
      'INSERT INTO entities (id, file_key, owner_key, size, created_at) SELECT ?, ?, key, 10, ? FROM users',
      [`file ${at}-entity`, key, time],
    )
    if (at % 2 === 0) continue
    db.run(
      "UPDATE files SET parent_key = NULL, trash_id = ?, restore_uri = 'svc://my/F/x', collect_at = 9999999999 WHERE key = ?",
      [`trash ${at}`, key],
    )
  }
  db.close()
  return dir
}

const versions = Array.from({ length: newestVersion - 1 }, (_, index) => index + 1)

test.each(versions)(
  'data of version %i are all there in this one, in folder and trash, in every order and by an index',
  async (version) => {
    const service = await createEmbeddedService({
      dir: layOldData(version),
      now: () => time + 1000,
    })
    const names = async (uri: string, order: string): Promise<string[]> => {
      const path = `/file?uri=${uri}&page_size=2000&order_by=${order}&order_direction=desc`
      const { data } = await callService(service, 'GET', path, { as: 'bbbbbbbbbbbb' })
      return data.files.map(({ name }: { name: string }) => name)
    }
    const all = Array.from({ length: count }, (_, at) => ({
      name: `${(at * 7) % count}`.padStart(2, '0'),
      isTrashed: at % 2 === 1,
    })).reverse()
    for (const [uri, isTrashed] of [
      ['svc://my/F', false],
      ['svc://trash', true],
    ] as const) {
      const expected = all.filter((file) => file.isTrashed === isTrashed).map(({ name }) => name)
      for (const order of orders) {
        const byName = expected.toSorted((a, b) => b.localeCompare(a))
        expect(await names(uri, order), order).toEqual(order === 'name' ? byName : expected)
      }
    }
    const used = await callService(service, 'GET', '/user/capacity', { as: 'bbbbbbbbbbbb' })
    const texts = Buffer.byteLength(`${oldMetadata}{"é":1}`)
    expect(used.data.used).toBe(count * 10 + texts)
    const details = await callService(service, 'GET', '/file/info?uri=svc://my/F', {
      as: 'bbbbbbbbbbbb',
    })
    expect(details.data.metadata).toEqual(JSON.parse(oldMetadata))
    const Detail = v.object({ detail: v.string() })
    const shortcuts = `EXPLAIN QUERY PLAN SELECT f.id FROM files f WHERE f.owner_key = 1 AND ${isShortcutSql('f')}`
    expect(service.db.query(shortcuts, [], Detail)).toEqual([
      { detail: expect.stringContaining('files_shortcuts') as string },
    ])
    for (const order of ['key', ...orders.slice(1)]) {
      for (const [where, index] of [
        ['parent_key = 1', 'files_by'],
        ['owner_key = 1 AND trash_id IS NOT NULL', 'trash_by'],
      ]) {
        const sql = `EXPLAIN QUERY PLAN SELECT id FROM files WHERE ${where} AND type = 0 ORDER BY ${order} DESC, key DESC`
        expect(service.db.query(sql, [], Detail)).toEqual([
          { detail: expect.stringContaining(`${index}_${order.replace('_at', '')}`) as string },
        ])
      }
    }
    service.close()
  },
)

test('an upload that a visitor began in an older build, which did not say by what, is over', async () => {
  const dir = layOldData(8)
  const db = openDb(join(dir, 'latchkey.db'))
  const add = (id: string, userKey: number) =>
    db.run(
      `INSERT INTO uploads (id, user_key, file_key, entity_id, size, chunk_size, is_new, lock_token, expires_at, created_at)
       VALUES (?, ?, (SELECT key FROM files WHERE id = 'file 0'), ?, 1, 1, 0, ?, ?, 0)`,
      [id, userKey, newId(), id, time * 2],
    )
  db.run(
    `INSERT INTO users (id, email, nickname, password_hash, group_key, created_at)
     SELECT 'cccccccccccc', 'c@example.org', 'C', 'x', key, 0 FROM groups`,
    [],
  )
  add('own', 1)
  add('of a visitor', 2)
  // Metadata of older builds did not count.
  db.run('UPDATE users SET capacity = 1000000000', [])
  db.close()
  const service = await createEmbeddedService({ dir, now: () => time })
  const body = { uri: 'svc://my/new', size: 1 }
  const begun = await callService(service, 'PUT', '/file/upload', { as: 'bbbbbbbbbbbb', body })
  expect(begun.code).toBe(0)
  const kept = service.seed.uploadSessionIds()
  expect([kept.includes('own'), kept.includes('of a visitor')]).toEqual([true, false])
  service.close()
})

test('a database of a newer build is not touched', () => {
  const db = openDb(':memory:')
  db.script(`PRAGMA user_version = ${newestVersion + 1}`)
  expect(() => migrate(db)).toThrow(
    `version ${newestVersion + 1}, this build knows ${newestVersion}`,
  )
  expect(db.query("SELECT name FROM sqlite_schema WHERE type = 'table'", [], v.unknown())).toEqual(
    [],
  )
})

test('every file of migrations is one version of the database, in the order of their numbers', async () => {
  const folder = 'src/server/storage/migrations'
  const files = readdirSync(folder).filter((name) => name !== 'migrations.ts')
  const numbered = await Promise.all(
    files.toSorted().map(async (name, index): Promise<unknown> => {
      expect(Number(name.slice(0, 3)), name).toBe(index + 1)
      const module = (await import(join(process.cwd(), folder, name))) as Record<string, unknown>
      return Object.values(module)[0]
    }),
  )
  expect(numbered).toEqual(migrations)
})

test('each new database of a process has what the migrations make', () => {
  const schemaOf = (...versions: number[]) => {
    const db = openDb(':memory:')
    for (const version of versions) migrate(db, version)
    const schema = [
      'PRAGMA user_version',
      'SELECT type, name, tbl_name, sql FROM sqlite_schema',
      'SELECT * FROM meta',
    ].map((sql) => db.query(sql, [], v.record(v.string(), v.unknown())))
    db.close()
    return schema
  }
  const migrated = schemaOf(1, newestVersion)
  expect(schemaOf(newestVersion)).toEqual(migrated)
  expect(schemaOf(newestVersion)).toEqual(migrated)
})
