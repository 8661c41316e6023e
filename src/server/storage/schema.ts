import * as v from 'valibot'
import type { Db } from './db.ts'
import { migrations } from './migrations/migrations.ts'

const Version = v.object({ user_version: v.number() })
const Setting = v.object({ value: v.string() })
const Statement = v.object({ sql: v.string() })

/** The version of a database of this build; each migration adds 1. */
export const newestVersion = migrations.length

const versionOf = (db: Db): number =>
  db.first('PRAGMA user_version', [], Version)?.user_version ?? 0

/** The version of a database that {@link migrate} would change; undefined for a new one and one of the newest version. */
export function outdatedVersionOf(db: Db): number | undefined {
  const version = versionOf(db)
  return version > 0 && version < newestVersion ? version : undefined
}

/** What makes a new database what the migrations make of it, for {@link migrate}; it takes a tenth of their time. */
let newestSchema: string | undefined

/** The statements of the tables, indexes and triggers, in the order in which they were made. SQLite makes `sqlite_sequence`. */
const schemaOf = (db: Db): string =>
  db
    .query(
      "SELECT sql FROM sqlite_schema WHERE sql <> '' AND name <> 'sqlite_sequence' ORDER BY rowid",
      [],
      Statement,
    )
    .map(({ sql }) => sql)
    .join(';\n')

/** Brings the database to the newest, or another, version, one migration a transaction. Throws when it is newer than this build. */
export function migrate(db: Db, target = newestVersion): void {
  const version = versionOf(db)
  if (version > migrations.length) {
    throw new Error(`The database is of version ${version}, this build knows ${migrations.length}.`)
  }
  const isNew = version === 0 && target === newestVersion
  // Tests open thousands of databases in a process.
  if (isNew && newestSchema !== undefined) return runScript(db, newestSchema, newestVersion)
  for (let index = version; index < target; index++)
    runScript(db, migrations[index] ?? '', index + 1)
  if (isNew) newestSchema = schemaOf(db)
}

function runScript(db: Db, script: string, newVersion: number): void {
  db.transaction(() => {
    db.script(script)
    db.script(`PRAGMA user_version = ${newVersion}`)
  })
}

/** A setting of the service itself (`world`, `instance_id`, …), or undefined. */
export function readSetting(db: Db, name: string): string | undefined {
  return db.first('SELECT value FROM meta WHERE name = ?', [name], Setting)?.value
}

/** Sets a value of {@link readSetting}. */
export function writeSetting(db: Db, name: string, value: string): void {
  db.run(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  )
}

/** Removes a value of {@link readSetting}. */
export function removeSetting(db: Db, name: string): void {
  db.run('DELETE FROM meta WHERE name = ?', [name])
}
