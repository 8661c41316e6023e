import { once } from '#src/lib/once.ts'
import {
  createDatabaseStore,
  createMemoryStore,
  type Head,
  type JournalStore,
  type Schema,
} from './journal-store.ts'
import { readStored, removeStored, storedKeys, writeStored } from './storage.ts'

/*
 * Journals of long operations, which survive the page: a header that says what the operation was asked to do, and its
 * steps. They are kept in IndexedDB, or in memory where there is none or where it fails. What writes here does not reject:
 * an operation goes on without its journal.
 */

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
      await store.create({ id, user, header, at }, steps)
    } catch {
      writeStored('local', key, kept)
    }
  }
  return store
}

export async function removeJournal(store: JournalStore, id: string): Promise<void> {
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

/** The browser neither reads nor changes its journals, or not in time. */
export class JournalError extends Error {}

/** Rejects with a `JournalError` when the store fails or does not answer in time. */
async function askStore<T>(work: (store: JournalStore) => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The journals do not answer.')), storeTimeoutMs)
  })
  try {
    return await Promise.race([openStore().then(work), timeout])
  } catch (cause) {
    throw new JournalError('journals', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Undefined when the store failed or did not answer in time. */
export const tryStore = <T>(work: (store: JournalStore) => Promise<T>): Promise<T | undefined> =>
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
export const rootOf = ({ id, header }: Head): string => {
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
    const unfinished = heads.filter(({ endedAt }) => endedAt === undefined)
    const newest = [...new Set(ended.map(rootOf))].slice(0, maxEnded)
    const kept = new Set([...newest, ...unfinished.map(rootOf)])
    for (const head of ended) if (!kept.has(rootOf(head))) await store.remove(head.id)
  })
}

/** For an operation that is not to go on, or of which nothing is to be kept. Resolves to whether it is deleted. */
export const deleteJournal = async (id: string): Promise<boolean> =>
  (await tryStore(async (store) => {
    await removeJournal(store, id)
    return true
  })) ?? false

/** How long this browser keeps what it knows of an operation that does not go on, in ms. */
export const maxUnfinishedAgeMs = 7 * 86_400_000

/** A journal as it is read. The header was written at the start, `steps` since then, in order. */
export type JournalRecord = {
  readonly id: string
  readonly user: string
  readonly header: unknown
  readonly steps: readonly unknown[]
}

export const readJournals = (
  user: string,
  isMeant: (head: Head) => boolean,
): Promise<JournalRecord[]> =>
  askStore(async (store) => {
    const heads = (await store.heads()).filter((head) => head.user === user && isMeant(head))
    return Promise.all(
      heads.map(async ({ id, header }) => ({ id, user, header, steps: await store.stepsOf(id) })),
    )
  })

/** The ids of the journals of a user whose operations have not ended. Rejects when they cannot be read. */
export const readUnfinishedIds = (user: string): Promise<string[]> =>
  askStore(async (store) =>
    (await store.heads()).flatMap((head) =>
      head.user === user && head.endedAt === undefined ? [head.id] : [],
    ),
  )

/** Those journals, of these `ids` where they are given. Rejects when they cannot be read. */
export const readUnfinishedJournals = (
  user: string,
  ids?: ReadonlySet<string>,
): Promise<JournalRecord[]> =>
  readJournals(user, ({ id, endedAt }) => endedAt === undefined && (ids?.has(id) ?? true))

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
