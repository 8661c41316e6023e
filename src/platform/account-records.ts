import type { DBSchema, IDBPDatabase } from 'idb'
import { once } from '#src/lib/once.ts'
import { accountRecordsId } from './account-records-id.ts'

/*
 * Records of an account that are too large for local storage, one for each name. They are kept in IndexedDB, or in
 * memory where there is none, under the id of the tabs that share them: when no living tab claims it any more, the next
 * start of the page deletes them. Storage that is full, blocked or slow loses a record and nothing else: no function
 * here rejects.
 */

type Key = [id: string, user: string, name: string]
interface Schema extends DBSchema {
  records: { key: Key; value: unknown }
}

/** Opens the database, once for the whole page. */
const openDatabase = once(async (): Promise<IDBPDatabase<Schema> | undefined> => {
  if (typeof indexedDB === 'undefined') return undefined
  const { openDB } = await import('idb')
  const db = await openDB<Schema>('latchkey.records', 2, {
    upgrade: (fresh, from) => void (from === 0 && fresh.createObjectStore('records')),
    // A tab with a newer version of the page must be able to upgrade the database.
    blocking: () => db.close(),
  })
  return db
})

const memory = new Map<string, unknown>()
const memoryKey = (key: Key): string => JSON.stringify(key)

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
    const db = await openDatabase()
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
export const readAccountRecord = (user: string, name: string): Promise<unknown> => {
  const key: Key = [accountRecordsId(), user, name]
  return tryDatabase<unknown>(
    (db) => db.get('records', key),
    () => memory.get(memoryKey(key)),
  )
}

/** Replaces the record, where storage takes it. */
export async function writeAccountRecord(
  user: string,
  name: string,
  value: unknown,
): Promise<void> {
  const key: Key = [accountRecordsId(), user, name]
  await tryDatabase<unknown>(
    (db) => db.put('records', value, key),
    () => memory.set(memoryKey(key), value),
  )
}

export async function deleteAccountRecord(user: string, name: string): Promise<void> {
  const key: Key = [accountRecordsId(), user, name]
  await tryDatabase<unknown>(
    (db) => db.delete('records', key),
    () => memory.delete(memoryKey(key)),
  )
}

/** Earlier versions of the page stored records without an id: nobody claims them, and they are of no user. */
async function deleteRecords(isOver: (id: string, user: string) => boolean): Promise<void> {
  const isKeyOver = (key: readonly string[]) => {
    const [id = '', user = ''] = key.length === 3 ? key : []
    return isOver(id, user)
  }
  await tryDatabase<unknown>(
    async (db) => {
      const keys = (await db.getAllKeys('records')).filter(isKeyOver)
      await Promise.all(keys.map((key) => db.delete('records', key)))
    },
    () => {
      for (const key of memory.keys())
        if (isKeyOver(JSON.parse(key) as string[])) memory.delete(key)
    },
  )
}

/** To be called when somebody is signed in: what an account before has left here is none of their business. */
export const deleteRecordsOfOtherAccounts = (user: string): Promise<void> =>
  deleteRecords((_, owner) => owner !== user)

/** How long other tabs have to claim their records, in ms. */
const claimTimeoutMs = 1_000

/**
 * Claims the records of this tab whenever another one asks, and deletes those that nobody claims. A tab that cannot
 * answer, since the browser has put it aside, has lost them, and writes them again when it goes on. Returns the function
 * to stop.
 */
export function startUnclaimedRecordCleanup(): () => void {
  const claimed = new Set<string>()
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('latchkey.records')
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'ask') channel.postMessage({ id: accountRecordsId() })
    else if (typeof data === 'object' && data && 'id' in data) claimed.add(String(data.id))
  })
  channel?.postMessage('ask')
  const timer = setTimeout(() => {
    claimed.add(accountRecordsId())
    void deleteRecords((id) => !claimed.has(id))
  }, claimTimeoutMs)
  return () => {
    clearTimeout(timer)
    channel?.close()
  }
}
