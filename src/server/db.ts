import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import Libsql from 'libsql'
import * as v from 'valibot'

/** What a placeholder may take. A boolean is written as 0 or 1; anything else is refused here, because libsql aborts on it. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array

type Bound = string | number | bigint | null | Uint8Array
type Prepared = { statement: Libsql.Statement<[Bound[]]>; placeholders: number }

/** The database: one connection, every statement prepared once. */
export type Db = {
  /** The rows, each read by `schema`. Throws on a wrong number or kind of parameters and on a row of another shape. */
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
  /** All of `fn` or nothing of it; an inner call joins the outer one. `fn` must not be asynchronous. */
  transaction<T>(fn: () => T): T
  /** Runs a script without parameters. */
  script(sql: string): void
  /** False once it was closed; work that goes on behind a request asks before each step. */
  isOpen(): boolean
  close(): void
}

/** Thrown for a database file that cannot be read; `message` is one line for a person. */
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

function bind(value: unknown): Bound {
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

/** What every database file begins with. A log beside a foreign file would otherwise be replayed over it. */
function refuseForeignFile(path: string): void {
  if (path === ':memory:' || !existsSync(path)) return
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(16)
    const length = readSync(file, head)
    if (length > 0 && head.toString('latin1') !== 'SQLite format 3\0') {
      throw new Error('it is not a database')
    }
  } finally {
    closeSync(file)
  }
}

/** Opens (or creates) the database at `path`; ':memory:' keeps it in memory. Throws {@link DamagedDatabaseError}. */
export function openDb(path: string): Db {
  let connection: Libsql.Database
  try {
    refuseForeignFile(path)
    connection = new Libsql(path, { timeout: 5000 })
    connection.exec('PRAGMA foreign_keys = ON')
    if (path !== ':memory:') {
      connection.exec('PRAGMA journal_mode = WAL')
      connection.exec('PRAGMA synchronous = NORMAL')
    }
    connection.exec('PRAGMA cache_size = -65536')
    const [check] = connection.prepare('PRAGMA quick_check(1)').all([]) as {
      quick_check?: string
    }[]
    if (check?.quick_check !== 'ok') throw new Error(check?.quick_check ?? 'no answer')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DamagedDatabaseError(`The database ${path} cannot be read: ${reason}`, {
      cause: error,
    })
  }

  const statements = new Map<string, Prepared>()
  function prepare(sql: string): Prepared {
    let prepared = statements.get(sql)
    if (!prepared) {
      prepared = {
        statement: connection.prepare<[Bound[]]>(sql),
        placeholders: countPlaceholders(sql),
      }
      statements.set(sql, prepared)
    }
    return prepared
  }
  function bound(sql: string, params: readonly SqlValue[]): [Prepared['statement'], Bound[]] {
    const { statement, placeholders } = prepare(sql)
    if (params.length !== placeholders) {
      throw new TypeError(`${placeholders} parameters wanted, ${params.length} given: ${sql}`)
    }
    return [statement, params.map(bind)]
  }

  let depth = 0
  const db: Db = {
    query(sql, params, schema) {
      const [statement, values] = bound(sql, params)
      return statement.all(values).map((row) => v.parse(schema, row))
    },
    first(sql, params, schema) {
      return db.query(sql, params, schema)[0]
    },
    run(sql, params) {
      const [statement, values] = bound(sql, params)
      const result = statement.run(values)
      return { changes: result.changes, key: Number(result.lastInsertRowid) }
    },
    transaction(fn) {
      if (depth > 0) return fn()
      connection.exec('BEGIN IMMEDIATE')
      depth = 1
      try {
        const result = fn()
        if (result instanceof Promise) throw new TypeError('a transaction must not be asynchronous')
        connection.exec('COMMIT')
        return result
      } catch (error) {
        // A full disk has undone it already.
        if (connection.inTransaction) connection.exec('ROLLBACK')
        throw error
      } finally {
        depth = 0
      }
    },
    script: (sql) => void connection.exec(sql),
    isOpen: () => connection.open,
    close() {
      statements.clear()
      if (connection.open) connection.close()
    },
  }
  return db
}

/** Reads a 0/1 column. */
export const sqlFlag = v.pipe(
  v.number(),
  v.transform((value) => value !== 0),
)
