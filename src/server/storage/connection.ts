import Libsql from 'libsql'

/** A value that libsql takes as a parameter. It ends the process on any other, and on a value outside of an array. */
export type BoundValue = string | number | bigint | null | Uint8Array

/** A prepared statement. Parameters are always one array with a value for each placeholder. */
export type Statement = {
  /** Whether it gives rows. Others have neither `raw` nor `columns`. */
  readonly reader: boolean
  /** From now on rows are arrays, which takes two thirds of the time of objects. */
  raw(): unknown
  columns(): { readonly name: string }[]
  all(params: readonly BoundValue[]): unknown[]
  run(params: readonly BoundValue[]): { changes: number; lastInsertRowid: number | bigint }
}

/** A connection to a database file. The service itself speaks to its database through `db.ts`, which checks parameters. */
export type Connection = {
  readonly open: boolean
  readonly inTransaction: boolean
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

/** Milliseconds for which a statement waits for another process. */
export const busyTimeoutMs = 5000

/** Opens or creates a database; ':memory:' keeps it in memory. Statements wait up to `timeoutMs` for another process. */
export const openConnection = (path: string, timeoutMs = busyTimeoutMs): Connection =>
  new Libsql(path, { timeout: timeoutMs })
