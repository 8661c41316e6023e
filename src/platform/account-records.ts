import type { DBSchema, IDBPDatabase } from 'idb'
import { removeStored } from './storage.ts'

/*
 * Records of an account that are too large for local storage, one for each name. They are kept in IndexedDB, or in
 * memory where there is none. Storage that is full, blocked or slow loses a record and nothing else: no function here
 * rejects.
 */

interface Schema extends DBSchema {
  records: { key: [user: string, name: string]; value: unknown }
}

const openDatabase = async (): Promise<IDBPDatabase<Schema> | undefined> => {
  if (typeof indexedDB === 'undefined') return undefined
  const { openDB } = await import('idb')
  const db = await openDB<Schema>('latchkey.records', 2, {
    async upgrade(fresh, from, _to, transaction) {
      if (from === 0) fresh.createObjectStore('records')
      // Version 1 also kept pictures of list pages, with the names of files in them.
      const store = transaction.objectStore('records')
      for (const key of await store.getAllKeys()) {
        if (key[1].startsWith('page ')) await store.delete(key)
      }
    },
    // A tab with a newer version of the page must be able to upgrade the database.
    blocking: () => db.close(),
  })
  return db
}

let opened: Promise<IDBPDatabase<Schema> | undefined> | undefined

const memory = new Map<string, unknown>()
const memoryKey = (user: string, name: string): string => `${user} ${name}`

/** How long storage may take, in ms. */
const storeTimeoutMs = 5_000

/** Undefined when storage failed or did not answer in time. */
async function tryDatabase<T>(
  work: (db: IDBPDatabase<Schema>) => Promise<T>,
  inMemory: () => T,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), storeTimeoutMs)
  })
  const run = async () => {
    const db = await (opened ??= openDatabase())
    return db ? work(db) : inMemory()
  }
  try {
    return await Promise.race([run(), timeout])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The record as it was written; undefined when there is none or it cannot be read. */
export const readAccountRecord = (user: string, name: string): Promise<unknown> =>
  tryDatabase<unknown>(
    (db) => db.get('records', [user, name]),
    () => memory.get(memoryKey(user, name)),
  )

/** Replaces the record, where storage takes it. */
export async function writeAccountRecord(
  user: string,
  name: string,
  value: unknown,
): Promise<void> {
  await tryDatabase<unknown>(
    (db) => db.put('records', value, [user, name]),
    () => memory.set(memoryKey(user, name), value),
  )
}

export async function deleteAccountRecord(user: string, name: string): Promise<void> {
  await tryDatabase<unknown>(
    (db) => db.delete('records', [user, name]),
    () => memory.delete(memoryKey(user, name)),
  )
}

/**
 * Deletes the pictures of list pages that an earlier version of the page kept: opening the database upgrades it, and a
 * setting named whose they were.
 */
export async function deletePagePictures(): Promise<void> {
  removeStored('local', 'latchkey.snapshots')
  await tryDatabase<unknown>(
    (db) => db.count('records'),
    () => undefined,
  )
}
