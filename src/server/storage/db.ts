import { statSync } from 'node:fs'
import * as v from 'valibot'
import { requireIntactDatabaseFile } from './check-database.ts'
import {
  type BoundValue,
  type Connection,
  busyTimeoutMs,
  openConnection,
  type Statement,
} from './connection.ts'

/**
 * A parameter. A boolean is stored as 0 or 1; other types are rejected here, because libsql would abort the process.
 */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array

type Prepared = { statement: Statement; placeholders: number; columns: readonly string[] }

/** The database: one connection, each statement prepared once. */
export type Db = {
  /**
   * All rows, validated by `schema`. Throws for a wrong number or type of parameters and for a row of another shape.
   */
  query<S extends v.GenericSchema>(
    sql: string,
    params: readonly SqlValue[],
    schema: S,
  ): v.InferOutput<S>[]
  /** The first row, or undefined. */
  first<S extends v.GenericSchema>(
    sql: string,
    params: readonly SqlValue[],
    schema: S,
  ): v.InferOutput<S> | undefined
  /** Runs a write; `key` is the rowid of the last inserted row. */
  run(sql: string, params: readonly SqlValue[]): { changes: number; key: number }
  /**
   * Runs `fn` as a whole or not at all; `fn` must not be asynchronous. A nested call is a savepoint: when it throws,
   * only its own writes are undone, and the caller may catch the error and go on.
   */
  transaction<T>(fn: () => T): T
  /** Calls `listener` after each commit, of a transaction or of a single write, until the returned function is called. */
  onCommit(listener: () => void): () => void
  /** Grows with every write, also one that is rolled back. */
  writeCount(): number
  /** Runs a script without parameters. */
  script(sql: string): void
  /**
   * Moves the write-ahead log into the database file, if there were writes. It waits for nobody: while a copy is made, a
   * part is moved, and the rest by a later call. Throws errors of the disk. Whether all that was written is safe from a
   * power cut, as far as this database can be.
   */
  checkpoint(): boolean
  /** False after `close`; background work asks before each step. */
  isOpen(): boolean
  close(): void
}

/** What a checkpoint answers: `busy` when a reader kept some of the log from being moved. */
const Checkpoint = v.object({
  busy: v.pipe(
    v.number(),
    v.transform((busy) => busy !== 0),
  ),
})

/** Thrown for a database file that is none, is damaged or has lost its rows; `message` is one line. */
export class DamagedDatabaseError extends Error {
  override name = 'DamagedDatabaseError'
}

/** Number of `?` outside quotes and comments. Numbered and named placeholders are not used in this service. */
export function countPlaceholders(sql: string): number {
  const bare = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g, '')
  if (/[?][0-9]|[^:]:[a-z]|@[a-z]|[$][a-z]/i.test(bare)) {
    throw new TypeError('only plain placeholders are allowed')
  }
  return bare.split('?').length - 1
}

function bind(value: unknown): BoundValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null || typeof value === 'bigint') return value
  // libsql cuts a text at its first NUL when it reads it back, and a lone surrogate has no UTF-8 form.
  if (typeof value === 'string') return value.replace(/\p{Cs}|\0/gu, '\ufffd')
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      throw new RangeError('a number that the database would round')
    }
    return value
  }
  if (value instanceof Uint8Array) return value
  throw new TypeError(`a ${typeof value} cannot be a parameter`)
}

function rowOf(columns: readonly string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at++) row[columns[at] ?? ''] = values[at]
  return row
}

function connect(path: string, isFile: boolean, mustExist: boolean): Connection {
  try {
    if (isFile) requireIntactDatabaseFile(path, mustExist)
    const connection = openConnection(path)
    connection.exec('PRAGMA foreign_keys = ON')
    if (isFile) {
      connection.exec('PRAGMA journal_mode = WAL')
      // FULL would cost some 4 ms a commit. A kill loses nothing this way, a power cut what was not checkpointed yet.
      connection.exec('PRAGMA synchronous = NORMAL')
    }
    connection.exec('PRAGMA cache_size = -65536')
    return connection
  } catch (error) {
    // Errors of the disk have a code, and say nothing about the file.
    const { code, message } = error as NodeJS.ErrnoException
    const isDamaged = code === undefined || /^SQLITE_(?:CORRUPT|NOTADB)/.test(code)
    const isDiskFull = /^(?:ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code ?? '')
    const reason = isDiskFull ? `it needs ${megabytesOf(path)} MB free to be checked` : message
    const Kind = isDamaged ? DamagedDatabaseError : Error
    throw new Kind(`The database ${path} cannot be read: ${reason}`, { cause: error })
  }
}

/** The size of a database file and its log: as much as their copy takes. */
function megabytesOf(path: string): number {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return Math.ceil((sizeOf(path) + sizeOf(`${path}-wal`)) / 1e6)
}

/** Prepares each statement once, and binds its parameters. */
function createStatements(connection: Connection) {
  const statements = new Map<string, Prepared>()
  function prepare(sql: string): Prepared {
    let prepared = statements.get(sql)
    if (!prepared) {
      const statement = connection.prepare(sql)
      if (statement.reader) statement.raw()
      const columns = statement.reader ? statement.columns().map(({ name }) => name) : []
      prepared = { statement, placeholders: countPlaceholders(sql), columns }
      statements.set(sql, prepared)
    }
    return prepared
  }
  function bound(sql: string, params: readonly SqlValue[]): [Prepared, BoundValue[]] {
    const prepared = prepare(sql)
    const { placeholders } = prepared
    if (params.length !== placeholders) {
      throw new TypeError(`${placeholders} parameters wanted, ${params.length} given: ${sql}`)
    }
    return [prepared, params.map(bind)]
  }

  return { bound, forgetAll: () => statements.clear() }
}

/** Those who are told of each commit. */
function createCommitListeners() {
  const listeners = new Set<() => void>()
  /** Set while listeners run: their own writes do not call them again. */
  let isNotifying = false
  function notify(): void {
    if (isNotifying) return
    isNotifying = true
    try {
      for (const listener of listeners) listener()
    } catch (error) {
      // The write itself has succeeded.
      console.error('Latchkey: a change could not be told', error)
    } finally {
      isNotifying = false
    }
  }
  return { listeners, notify }
}

/**
 * Opens (or creates) the database at `path`; ':memory:' keeps it in memory. With `mustExist` there
 * must be data: SQLite takes a lost log for an empty database. Throws {@link DamagedDatabaseError} and errors of the disk,
 * and changes nothing then.
 */
export function openDb(path: string, mustExist = false): Db {
  const isFile = path !== ':memory:'
  const connection = connect(path, isFile, mustExist)
  const { bound, forgetAll } = createStatements(connection)
  const { listeners, notify } = createCommitListeners()
  let depth = 0
  let hasWrites = false
  let writes = 0
  const notifyCommit = () => {
    if (depth === 0) notify()
  }
  const db: Db = {
    query(sql, params, schema) {
      const [{ statement, columns }, values] = bound(sql, params)
      return statement.all(values).map((row) => v.parse(schema, rowOf(columns, row as unknown[])))
    },
    first(sql, params, schema) {
      return db.query(sql, params, schema)[0]
    },
    run(sql, params) {
      const [{ statement }, values] = bound(sql, params)
      hasWrites = true
      writes++
      const result = statement.run(values)
      notifyCommit()
      return { changes: result.changes, key: Number(result.lastInsertRowid) }
    },
    transaction(fn) {
      // SQLite resolves a savepoint to the innermost one of its name, so one name serves all depths.
      const [begin, commit, rollback] =
        depth === 0
          ? ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK']
          : ['SAVEPOINT nested', 'RELEASE nested', 'ROLLBACK TO nested; RELEASE nested']
      connection.exec(begin)
      depth++
      let result: ReturnType<typeof fn>
      try {
        result = fn()
        if (result instanceof Promise) throw new TypeError('a transaction must not be asynchronous')
        connection.exec(commit)
      } catch (error) {
        // SQLite rolls back by itself when the disk is full.
        if (connection.inTransaction) connection.exec(rollback)
        throw error
      } finally {
        depth--
      }
      notifyCommit()
      return result
    },
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    writeCount: () => writes,
    script(sql) {
      hasWrites = true
      writes++
      connection.exec(sql)
    },
    checkpoint() {
      if (!isFile || !hasWrites) return true
      if (depth > 0 || !connection.open) return false
      connection.exec('PRAGMA busy_timeout = 0')
      try {
        hasWrites = db.first('PRAGMA wal_checkpoint(TRUNCATE)', [], Checkpoint)?.busy ?? false
      } finally {
        connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
      }
      return !hasWrites
    },
    isOpen: () => connection.open,
    close() {
      try {
        db.checkpoint()
      } catch {
        // On a full disk the log stays, and is read at the next start.
      }
      forgetAll()
      if (connection.open) connection.close()
    },
  }
  return db
}

/** Reads a 0/1 column. */
export const SqlBoolean = v.pipe(
  v.number(),
  v.transform((value) => value !== 0),
)
