import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { openConnection } from './connection.ts'

const copyPrefix = '.check-'

/** A table that has rows in every database of the service. */
const tableWithRows = 'groups'

/**
 * Checks a database file before it is opened for writing. Throws an error with a one-line message for a file that is not
 * a database or has a damaged structure. With `mustExist` also for one that is not there, or is not that of a service
 * that has run; else a file that does not exist yet passes.
 */
export function requireIntactDatabaseFile(path: string, mustExist: boolean): void {
  if (!existsSync(path)) {
    if (mustExist) throw new Error('it does not exist')
    return
  }
  if (statSync(path).size === 0) {
    if (mustExist) throw new Error('the file is empty')
    return
  }
  requireSqliteFile(path)
  removeCopies(path)
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (log === undefined || log.size === 0) {
    checkContent(path, mustExist)
    return
  }
  // Closing a connection moves the log into the database. A copy is checked, so that a refusal changes nothing.
  const folder = mkdtempSync(join(dirname(path), copyPrefix))
  try {
    const copy = join(folder, 'copy.db')
    copyFileSync(path, copy, constants.COPYFILE_FICLONE)
    copyFileSync(`${path}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE)
    checkContent(copy, mustExist)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A kill during a check leaves its copy behind. */
function removeCopies(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(copyPrefix)) rmSync(join(dirname(path), name), { recursive: true })
  }
}

/** Throws unless the file starts like an SQLite database: SQLite would replay a write-ahead log into a foreign file. */
function requireSqliteFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(16)
    readSync(file, head)
    if (head.toString('latin1') !== 'SQLite format 3\0') throw new Error('it is not a database')
  } finally {
    closeSync(file)
  }
}

function checkContent(path: string, mustExist: boolean): void {
  const connection = openConnection(path)
  try {
    const [check] = connection.prepare('PRAGMA quick_check(1)').all([]) as {
      quick_check?: string
    }[]
    if (check?.quick_check !== 'ok') throw new Error(check?.quick_check ?? 'no answer')
    if (!mustExist) return
    const tables = connection.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ?",
    )
    const hasRows =
      tables.all([tableWithRows]).length > 0 &&
      connection.prepare(`SELECT 1 FROM ${tableWithRows} LIMIT 1`).all([]).length > 0
    if (!hasRows) throw new Error(`its table ${tableWithRows} is missing or empty`)
  } finally {
    connection.close()
  }
}
