import { join } from 'node:path'
import { type Connection, openConnection } from './connection.ts'

/** Thrown when another process holds the lock; `holder` is its process id, if known. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError'
  readonly holder: number | undefined
  constructor(holder: number | undefined) {
    super(`in use by ${holder === undefined ? 'another process' : `process ${holder}`}`)
    this.holder = holder
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')

/**
 * Locks a data folder for this process until `release` is called or the process ends, however it ends: the lock is a
 * write transaction on `lock.db`, which the operating system drops with the process. Other processes can still read
 * the holder's process id from it. `makeRoom` is called once nobody else holds the lock and before anything is written,
 * which a full disk would refuse. Throws {@link FolderInUseError} and errors of the disk.
 */
export function lockFolder(folder: string, makeRoom: () => void): { release: () => void } {
  // A restart right after a signal waits for the old process to end.
  const connection = openConnection(join(folder, 'lock.db'), 500)
  try {
    connection.exec('PRAGMA journal_mode = DELETE')
    connection.exec('BEGIN IMMEDIATE')
    makeRoom()
    connection.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL)')
    connection.exec('DELETE FROM holder')
    connection.prepare('INSERT INTO holder (pid) VALUES (?)').run([process.pid])
    connection.exec('COMMIT')
    connection.exec('BEGIN IMMEDIATE')
  } catch (error) {
    const holder = isBusy(error) ? readHolder(connection) : undefined
    connection.close()
    throw isBusy(error) ? new FolderInUseError(holder) : error
  }
  return {
    release() {
      if (!connection.open) return
      if (connection.inTransaction) connection.exec('ROLLBACK')
      connection.close()
    },
  }
}

function readHolder(connection: Connection): number | undefined {
  try {
    const [row] = connection.prepare('SELECT pid FROM holder').all([]) as { pid?: number }[]
    return row?.pid
  } catch {
    return undefined
  }
}
