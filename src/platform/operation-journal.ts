import type { DBSchema, IDBPDatabase } from 'idb'
import { once } from '#src/lib/once.ts'
import { isJournalLocked } from './journal-lock.ts'
import { readStored, removeStored, storedKeys, writeStored } from './storage.ts'

/*
 * Journals of long operations, which survive the page: a header that says what the operation was asked to do, and its
 * steps. They are kept in IndexedDB, or in memory where there is none or where it fails. What writes here does not reject:
 * an operation goes on without its journal.
 */

/** How long this browser keeps what it knows of an operation that does not go on, in ms. */
export const maxUnfinishedAgeMs = 7 * 86_400_000

/** A journal as it is read. The header was written at the start, `steps` since then, in order. */
export type JournalRecord = {
  readonly id: string
  readonly user: string
  readonly header: unknown
  readonly steps: readonly unknown[]
}

type Head = {
  id: string
  user: string
  header: unknown
  /** When it was begun, in ms since 1970; absent in journals of earlier versions of the page. */
  at?: number
  /** When its operation ended, in ms since 1970. */
  endedAt?: number
}
type StoredStep = { log: string; step: unknown; at?: number }

type JournalStore = {
  readonly survivesReload: boolean
  /** Rejects when the journal is not there: its steps alone would stay for ever. */
  addStep(id: string, step: unknown): Promise<void>
  /** All of it or nothing. */
  create(head: Head, steps: Iterable<unknown>): Promise<void>
  heads(): Promise<Head[]>
  putHead(head: Head): Promise<void>
  stepsOf(id: string): Promise<unknown[]>
  /** Keeps it as one of the last that have ended. */
  end(id: string): Promise<void>
  /** When the last step was written; undefined where there is none or it does not say so. */
  lastStepAt(id: string): Promise<number | undefined>
  remove(id: string): Promise<void>
}

function createMemoryStore(): JournalStore {
  const heads = new Map<string, Head>()
  const steps = new Map<string, unknown[]>()
  const remove = async (id: string) => {
    heads.delete(id)
    steps.delete(id)
  }
  return {
    survivesReload: false,
    addStep: async (id, step) => {
      const known = steps.get(id)
      if (!known) throw new Error('no journal')
      known.push(step)
    },
    create: async (head, first) => {
      heads.set(head.id, head)
      steps.set(head.id, [...first])
    },
    heads: async () => [...heads.values()],
    putHead: async (head) => void heads.set(head.id, head),
    stepsOf: async (id) => [...(steps.get(id) ?? [])],
    // Nothing that has ended is of use before the page is closed.
    end: remove,
    // A journal in memory ends with the page.
    lastStepAt: async () => undefined,
    remove,
  }
}

interface Schema extends DBSchema {
  heads: { key: string; value: Head }
  steps: { key: number; value: StoredStep; indexes: { log: string } }
}

function begin(db: IDBPDatabase<Schema>) {
  const writing = db.transaction(['heads', 'steps'], 'readwrite')
  // A request that fails ends it before anybody waits for its end.
  writing.done.catch(() => undefined)
  return writing
}

function createDatabaseStore(db: IDBPDatabase<Schema>): JournalStore {
  return {
    survivesReload: true,
    addStep: async (id, step) => {
      const writing = begin(db)
      if ((await writing.objectStore('heads').count(id)) === 0) throw new Error('no journal')
      await writing.objectStore('steps').add({ log: id, step, at: Date.now() })
      await writing.done
    },
    create: async (head, steps) => {
      const writing = begin(db)
      // Steps are written one after another: each is cloned on the main thread, and many at once would block the page.
      for (const step of steps) await writing.objectStore('steps').add({ log: head.id, step })
      await writing.objectStore('heads').put(head)
      await writing.done
    },
    heads: () => db.getAll('heads'),
    putHead: async (head) => void (await db.put('heads', head)),
    stepsOf: async (id) => (await db.getAllFromIndex('steps', 'log', id)).map(({ step }) => step),
    lastStepAt: async (id) => {
      const steps = db.transaction('steps').store.index('log')
      return (await steps.openCursor(id, 'prev'))?.value.at
    },
    end: async (id) => {
      const head = await db.get('heads', id)
      if (head) await db.put('heads', { ...head, endedAt: Date.now() })
    },
    remove: async (id) => {
      const writing = begin(db)
      const steps = writing.objectStore('steps')
      const keys = await steps.index('log').getAllKeys(id)
      await Promise.all([
        writing.objectStore('heads').delete(id),
        ...keys.map((key) => steps.delete(key)),
        writing.done,
      ])
    },
  }
}

const keptPrefix = 'latchkey.journals.'
/** What pages before this one have kept. */
const keptBefore = storedKeys('local', keptPrefix)

/**
 * Keeps a journal that the database does not have, or not yet, when its page is being closed: local storage takes it
 * before the page is gone. The next start of the page reads it.
 */
export const writeJournalToLocalStorage = (
  id: string,
  user: string,
  header: unknown,
  steps: readonly unknown[],
): void => void writeStored('local', keptPrefix + id, { user, header, steps, at: Date.now() })

/** Without a database they stay in local storage too, until their operations have ended. */
async function readKeptJournals(store: JournalStore): Promise<JournalStore> {
  for (const key of keptBefore) {
    const kept = readStored('local', key)
    const { user, header, at, steps } = (kept ?? {}) as Partial<Head & { steps: unknown }>
    const id = key.slice(keptPrefix.length)
    // Taken before the database has it, so that a tab that starts at the same time does not read it too.
    if (store.survivesReload || user === undefined) removeStored('local', key)
    if (user === undefined || at === undefined || !Array.isArray(steps)) continue
    try {
      // The database may have got the beginning of it.
      await store.remove(id)
      await store.create({ id, user, header, at }, steps)
    } catch {
      writeStored('local', key, kept)
    }
  }
  return store
}

async function removeJournal(store: JournalStore, id: string): Promise<void> {
  removeStored('local', keptPrefix + id)
  await store.remove(id)
}

/** Opens the database, once for the whole page. */
const openStore = once(async (): Promise<JournalStore> => {
  try {
    if (typeof indexedDB === 'undefined') return await readKeptJournals(createMemoryStore())
    const { openDB } = await import('idb')
    const db = await openDB<Schema>('latchkey', 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('heads', { keyPath: 'id' })
        fresh.createObjectStore('steps', { autoIncrement: true }).createIndex('log', 'log')
      },
      // A tab with a newer version of the page must be able to upgrade the database.
      blocking: () => db.close(),
    })
    return await readKeptJournals(createDatabaseStore(db))
  } catch {
    return readKeptJournals(createMemoryStore())
  }
})

/** How long an operation waits for its journal, in ms. */
const storeTimeoutMs = 2_000

/** Rejects when the store fails or does not answer in time. */
async function askStore<T>(work: (store: JournalStore) => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The journals do not answer.')), storeTimeoutMs)
  })
  return Promise.race([openStore().then(work), timeout]).finally(() => clearTimeout(timer))
}

/** Undefined when the store failed or did not answer in time. */
const tryStore = <T>(work: (store: JournalStore) => Promise<T>): Promise<T | undefined> =>
  askStore(work).catch(() => undefined)

/** Creates a journal with its first steps. Resolves to whether it survives a reload; undefined when it is not there. */
export async function createJournal(
  user: string,
  id: string,
  header: unknown,
  steps: Iterable<unknown>,
): Promise<boolean | undefined> {
  return tryStore(async (store) => {
    await store.create({ id, user, header, at: Date.now() }, steps)
    return store.survivesReload
  })
}

/**
 * Resolves once the step is written, or when it cannot be: to which of both; undefined when that takes longer than an
 * operation waits. `onFailure` is called when it fails after that.
 */
export async function appendJournalStep(
  id: string,
  step: unknown,
  onFailure: () => void = () => {},
): Promise<boolean | undefined> {
  return tryStore(async (store) => {
    const [{ status }] = await Promise.allSettled([store.addStep(id, step)])
    if (status === 'rejected') onFailure()
    return status === 'fulfilled'
  })
}

/** Of so many operations that have ended the journals are kept, with those of what continued them. */
const maxEnded = 20

/** Another operation that it continues, or itself. */
const rootOf = ({ id, header }: Head): string => {
  const { root } = header as { readonly root?: string | undefined }
  return root ?? id
}

/** For an operation that has ended. Journals that can be read later are kept, those of the last twenty. */
export async function endJournal(id: string): Promise<void> {
  await tryStore(async (store) => {
    removeStored('local', keptPrefix + id)
    await store.end(id)
    const heads = await store.heads()
    const user = heads.find((head) => head.id === id)?.user
    const ended = heads
      .filter((head) => head.user === user && head.endedAt !== undefined)
      .sort((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))
    const kept = new Set([...new Set(ended.map(rootOf))].slice(0, maxEnded))
    for (const head of ended) if (!kept.has(rootOf(head))) await store.remove(head.id)
  })
}

/** For an operation that is not to go on, or of which nothing is to be kept. */
export async function deleteJournal(id: string): Promise<void> {
  await tryStore((store) => removeJournal(store, id))
}

/** The journals of a user whose operations have not ended. Rejects when they cannot be read. */
export async function readUnfinishedJournals(user: string): Promise<JournalRecord[]> {
  return askStore(async (store) => {
    const heads = (await store.heads()).filter(
      (head) => head.user === user && head.endedAt === undefined,
    )
    return Promise.all(
      heads.map(async ({ id, header }) => ({ id, user, header, steps: await store.stepsOf(id) })),
    )
  })
}

/** Deletes journals, of whatever user, that no tab works on and of which nothing was written for seven days. */
export async function deleteOldJournals(): Promise<void> {
  await tryStore(async (store) => {
    for (const head of await store.heads()) {
      if (head.at === undefined) await store.putHead({ ...head, at: Date.now() })
      const at = Math.max(head.at ?? Date.now(), (await store.lastStepAt(head.id)) ?? 0)
      if (Date.now() - at <= maxUnfinishedAgeMs || (await isJournalLocked(head.id))) continue
      await removeJournal(store, head.id)
    }
  })
}

/** Whether it is of an operation that the user may rely on, which the next session offers when it has not ended. */
const isOfNextSession = ({ header, endedAt }: Head): boolean =>
  endedAt === undefined &&
  (header as { readonly survivesSignOut?: boolean } | null)?.survivesSignOut === true

/** Deletes the journals of a user who has signed out. */
export async function deleteJournalsOfUser(user: string): Promise<void> {
  await tryStore(async (store) => {
    for (const head of await store.heads())
      if (head.user === user && !isOfNextSession(head)) await removeJournal(store, head.id)
  })
}
