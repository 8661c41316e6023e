import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Connection, openConnection } from './connection.ts'
import { type Db, type SqlValue, openDb } from './db.ts'
import { migrate } from './schema.ts'
import { readWal } from './wal.ts'

/** What {@link salvage} saved. */
export type SalvageReport = {
  /** Rows that could be read from the old database. */
  readonly read: number
  /** Rows in the new database. */
  readonly saved: number
  /** Contents without a file in the new database; they were moved beside the old one. */
  readonly unownedContents: number
  /** Folder of the old database. */
  readonly backup: string
}

type Row = Record<string, SqlValue>
const Named = v.object({ name: v.string() })
const Count = v.object({ count: v.number() })

/** Rows read at once; after an error they are read one by one. */
const batchSize = 500

/**
 * Copies what can be read of the database in `dir` into a new one, which takes its place; the old one is moved into a
 * folder of its own. Throws when no account can be read; nothing is changed then.
 */
export function salvage(dir: string): SalvageReport {
  const path = join(dir, 'latchkey.db')
  const work = mkdtempSync(join(dir, '.salvage-'))
  try {
    const merged = join(work, 'merged.db')
    mergeLog(path, merged)
    const fresh = join(work, 'fresh.db')
    const db = openDb(fresh)
    let read = 0
    let saved = 0
    try {
      migrate(db)
      db.script('PRAGMA foreign_keys = OFF')
      read = copyTables(merged, db)
      db.transaction(() => repair(db))
      saved = countRows(db)
      if (db.first('SELECT count(*) AS count FROM users', [], Count)?.count === 0) {
        throw new Error('no account can be read')
      }
    } finally {
      db.close()
    }
    const backup = mkdtempSync(join(dir, 'damaged-'))
    const unownedContents = moveUnowned(fresh, join(dir, 'contents'), join(backup, 'contents'))
    for (const ending of ['', '-wal', '-shm'])
      linkIfThere(path + ending, `${backup}/latchkey.db${ending}`)
    // The old log must never meet the new database.
    for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true })
    renameSync(fresh, path)
    return { read, saved, unownedContents, backup }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Copies a database with all frames of its log that validate; a damaged frame leaves the page as it was before. */
function mergeLog(path: string, target: string): void {
  copyFileSync(path, target)
  const file = openSync(target, 'r+')
  try {
    let pending = new Map<number, Uint8Array>()
    readWal(path, ({ page, pagesAfterCommit, content }) => {
      pending.set(page, content)
      if (pagesAfterCommit === 0) return
      for (const [number, bytes] of pending) {
        writeSync(file, bytes, 0, bytes.byteLength, (number - 1) * bytes.byteLength)
      }
      ftruncateSync(file, pagesAfterCommit * content.byteLength)
      pending = new Map()
    })
  } finally {
    closeSync(file)
  }
}

/** Copies all readable rows and returns their number. Rows that break a constraint of the new database are left out. */
function copyTables(source: string, db: Db): number {
  const from = openConnection(source)
  try {
    let read = 0
    const tables = db.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      [],
      Named,
    )
    for (const { name } of tables) {
      db.transaction(() => {
        db.run(`DELETE FROM ${name}`, [])
        for (const row of readRows(from, name)) {
          read++
          insertRow(db, name, row)
        }
      })
    }
    return read
  } finally {
    from.close()
  }
}

function insertRow(db: Db, table: string, row: Row): void {
  const columns = Object.keys(row)
  try {
    db.run(
      `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      Object.values(row),
    )
  } catch {
    // A value of another type than its column has.
  }
}

/** All rows of a table that can be read: from its start up to damage, then from its end down to it. */
function* readRows(from: Connection, table: string): Generator<Row> {
  const seen = new Set<string>()
  for (const direction of ['ASC', 'DESC']) {
    let size = batchSize
    for (let offset = 0; ;) {
      let rows: Row[]
      try {
        const sql = `SELECT * FROM ${table} ORDER BY 1 ${direction} LIMIT ? OFFSET ?`
        rows = from.prepare(sql).all([size, offset]) as Row[]
      } catch {
        if (size === 1) break
        size = 1
        continue
      }
      for (const row of rows) {
        const key = JSON.stringify(Object.values(row).slice(0, 2))
        if (!seen.has(key)) yield row
        seen.add(key)
      }
      offset += rows.length
      if (rows.length < size) return
    }
  }
}

/** Makes the rows consistent: what has lost its folder goes to its owner's root, what has lost its owner goes. */
function repair(db: Db): void {
  const orphans = (table: string, column: string, parent: string) =>
    `${table} WHERE ${column} IS NOT NULL AND ${column} NOT IN (SELECT key FROM ${parent})`
  db.script(`
    UPDATE users SET group_key = (SELECT min(key) FROM groups) WHERE group_key NOT IN (SELECT key FROM groups);
    DELETE FROM ${orphans('files', 'owner_key', 'users')};
    INSERT INTO files (id, owner_key, type, name, created_at, updated_at)
      SELECT 'root' || lower(hex(randomblob(4))), u.key, 1, '', u.created_at, u.created_at FROM users u
      WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.owner_key = u.key AND f.parent_key IS NULL AND f.trash_id IS NULL);
    UPDATE files SET name = name || ' ' || id,
      parent_key = (SELECT r.key FROM files r WHERE r.owner_key = files.owner_key AND r.parent_key IS NULL AND r.trash_id IS NULL)
      WHERE parent_key IS NOT NULL AND parent_key NOT IN (SELECT key FROM files WHERE type = 1);
    DELETE FROM ${orphans('entities', 'file_key', 'files')};
    UPDATE entities SET created_by = NULL WHERE created_by NOT IN (SELECT key FROM users);
    UPDATE files SET entity_id = (SELECT max(e.id) FROM entities e WHERE e.file_key = files.key)
      WHERE entity_id IS NOT NULL AND entity_id NOT IN (SELECT id FROM entities);
    DELETE FROM ${orphans('shares', 'file_key', 'files')};
    DELETE FROM ${orphans('shares', 'owner_key', 'users')};
    DELETE FROM ${orphans('uploads', 'file_key', 'files')};
    DELETE FROM ${orphans('uploads', 'user_key', 'users')};
    DELETE FROM ${orphans('user_views', 'user_key', 'users')};
    DELETE FROM ${orphans('locks', 'owner_key', 'users')};
    UPDATE locks SET holder_key = NULL WHERE holder_key NOT IN (SELECT key FROM users);
    DELETE FROM ${orphans('families', 'user_key', 'users')};
    DELETE FROM ${orphans('refresh_tokens', 'family_key', 'families')};
    UPDATE refresh_tokens SET parent_key = NULL WHERE parent_key NOT IN (SELECT key FROM refresh_tokens);
    UPDATE users SET used = (SELECT ifnull(sum(size), 0) FROM entities WHERE owner_key = users.key);
    DELETE FROM discards;
  `)
}

function countRows(db: Db): number {
  const tables = db.query(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    [],
    Named,
  )
  return tables.reduce(
    (sum, { name }) =>
      sum + (db.first(`SELECT count(*) AS count FROM ${name}`, [], Count)?.count ?? 0),
    0,
  )
}

/** Moves contents and drafts away that no row names any more, since the service would remove them. */
function moveUnowned(path: string, contents: string, target: string): number {
  const db = openDb(path)
  try {
    const named = db.query(
      'SELECT id AS name FROM entities UNION SELECT entity_id AS name FROM uploads',
      [],
      Named,
    )
    const known = new Set(named.map(({ name }) => name))
    const unowned = readdirSync(contents, { withFileTypes: true }).filter(
      (entry) => entry.isFile() && !known.has(entry.name.replace(/-thumb$/, '')),
    )
    mkdirSync(target, { recursive: true, mode: 0o700 })
    for (const { name } of unowned) renameSync(join(contents, name), join(target, name))
    return unowned.length
  } finally {
    db.close()
  }
}

function linkIfThere(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      copyFileSync(from, to)
  }
}
