import type { DBSchema, IDBPDatabase } from 'idb'

/* Where journals are kept: in the database, or in memory. */

/** What a journal begins with. */
export type Head = {
  id: string
  user: string
  header: unknown
  /** When it was begun, in ms since 1970; absent in journals of earlier versions of the page. */
  at?: number
  /** When its operation ended, in ms since 1970. */
  endedAt?: number
}
type StoredStep = { log: string; step: unknown; at?: number }

export type JournalStore = {
  readonly survivesReload: boolean
  /** Rejects when the journal is not there: its steps alone would stay for ever. */
  addStep(id: string, step: unknown): Promise<void>
  /** All of it or nothing, in place of what is there under this id. */
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

export function createMemoryStore(): JournalStore {
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

export interface Schema extends DBSchema {
  heads: { key: string; value: Head }
  steps: { key: number; value: StoredStep; indexes: { log: string } }
}

function begin(db: IDBPDatabase<Schema>) {
  const writing = db.transaction(['heads', 'steps'], 'readwrite')
  // A request that fails ends it before anybody waits for its end.
  writing.done.catch(() => undefined)
  return writing
}

export function createDatabaseStore(db: IDBPDatabase<Schema>): JournalStore {
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
      const stored = writing.objectStore('steps')
      const replaced = await stored.index('log').getAllKeys(head.id)
      // Steps are written one after another: each is cloned on the main thread, and many at once would block the page.
      for (const step of steps) await stored.add({ log: head.id, step })
      await writing.objectStore('heads').put(head)
      await Promise.all(replaced.map((key) => stored.delete(key)))
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
