import {
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { requireIntactDatabaseFile } from './check-database.ts'
import { type DatabaseCopy, listDatabaseCopies } from './database-copies.ts'
import { type Db, openDb } from './db.ts'
import { migrate, writeSetting } from './schema.ts'

/** What {@link restoreCopy} did. */
export type DatabaseRestoreResult = {
  readonly copy: DatabaseCopy
  /** The folder with what was there before. */
  readonly kept: string
  /** The files and older versions whose contents are gone. */
  readonly missing: readonly Missing[]
}

/** `madeAt`, in milliseconds since 1970, is that of an older version. */
const Missing = v.object({ path: v.string(), madeAt: v.nullable(v.number()) })
type Missing = v.InferOutput<typeof Missing>

const missingSql = `WITH RECURSIVE gone (parent, owner, path, madeAt) AS (
    SELECT f.parent_key, f.owner_key, f.name, iif(e.id = f.entity_id, NULL, e.created_at)
    FROM entities e JOIN files f ON f.key = e.file_key
    WHERE e.type = 0 AND e.id NOT IN (SELECT value FROM json_each(?))
    UNION ALL
    SELECT f.parent_key, owner, f.name || '/' || path, madeAt FROM gone JOIN files f ON f.key = parent
  )
  SELECT email || ':' || path AS path, madeAt FROM gone JOIN users u ON u.key = owner
  WHERE parent IS NULL ORDER BY 1, 2`

/**
 * Puts a copy in the place of the database in `dir`: the newest, or the newest of a day (`2026-11-24`). Everybody signs
 * in again, since the key that signs tokens is made anew. Contents that the copy does not know stay. Throws with one
 * line, and changes nothing, when there is no such copy or it is damaged.
 */
export function restoreCopy(dir: string, day: string | undefined): DatabaseRestoreResult {
  const copies = listDatabaseCopies(dir)
  const copy = copies.find(({ name }) => day === undefined || name.startsWith(day))
  if (!copy) {
    const names = copies.map(({ name }) => name).join(', ')
    throw new Error(names === '' ? 'there is no copy' : `there is no copy of ${day}, only ${names}`)
  }
  requireIntactDatabaseFile(copy.path, true)
  const fresh = join(dir, 'latchkey.db.restored')
  rmSync(fresh, { force: true })
  copyFileSync(copy.path, fresh, constants.COPYFILE_FICLONE)
  const missing = prepare(fresh, join(dir, 'contents'))
  const kept = mkdtempSync(join(dir, 'replaced-'))
  for (const name of ['latchkey.db', 'latchkey.db-wal', 'latchkey.db-shm', 'latchkey.key']) {
    if (existsSync(join(dir, name))) renameSync(join(dir, name), join(kept, name))
  }
  renameSync(fresh, join(dir, 'latchkey.db'))
  return { copy, kept, missing }
}

/** Parts that have arrived by the copy can be gone from the disk, and what has become a whole file since must stay. */
function endUploads(db: Db): void {
  db.run('DELETE FROM locks WHERE token IN (SELECT lock_token FROM uploads)', [])
  db.run(
    `DELETE FROM files WHERE entity_id IS NULL
       AND key IN (SELECT file_key FROM uploads WHERE is_new = 1)`,
    [],
  )
  db.run('DELETE FROM uploads', [])
}

/** Ends all sign-ins and uploads in a copied database and keeps the contents that it does not know; gives what is missing. */
function prepare(path: string, contents: string): Missing[] {
  const db = openDb(path)
  try {
    migrate(db)
    db.run('DELETE FROM families', [])
    endUploads(db)
    writeSetting(db, 'keeps_unowned', '1')
    const there = existsSync(contents) ? readdirSync(contents) : []
    return db.query(missingSql, [JSON.stringify(there)], Missing)
  } finally {
    db.close()
    for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true })
  }
}
