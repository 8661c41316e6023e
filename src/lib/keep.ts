import type { DBSchema, IDBPDatabase } from 'idb'

/*
 * Logs that outlive the page: what a long operation was asked to do, and each step before it is taken. In IndexedDB;
 * in memory where there is none, or where it refuses. Nothing here ever throws: an operation goes on without its log.
 */

/** A log as it is found again. `what` was said at its begin, `steps` came since, in order. */
export type KeptLog = {
  readonly id: string
  readonly user: string
  readonly what: unknown
  readonly steps: readonly unknown[]
}

type Head = { id: string; user: string; what: unknown }

/** The one way to keep something; there are two that do it. */
type Keep = {
  /** Whether it is there after a reload. */
  readonly isLasting: boolean
  add(id: string, step: unknown): Promise<void>
  putHead(head: Head): Promise<void>
  heads(): Promise<Head[]>
  stepsOf(id: string): Promise<unknown[]>
  drop(id: string): Promise<void>
}

function keepInMemory(): Keep {
  const heads = new Map<string, Head>()
  const steps = new Map<string, unknown[]>()
  return {
    isLasting: false,
    add: async (id, step) => {
      const known = steps.get(id)
      if (known) known.push(step)
      else steps.set(id, [step])
    },
    putHead: async (head) => void heads.set(head.id, head),
    heads: async () => [...heads.values()],
    stepsOf: async (id) => [...(steps.get(id) ?? [])],
    drop: async (id) => {
      heads.delete(id)
      steps.delete(id)
    },
  }
}

interface Schema extends DBSchema {
  heads: { key: string; value: Head }
  steps: { key: number; value: { log: string; step: unknown }; indexes: { log: string } }
}

function keepIn(db: IDBPDatabase<Schema>): Keep {
  return {
    isLasting: true,
    add: async (id, step) => void (await db.add('steps', { log: id, step })),
    putHead: async (head) => void (await db.put('heads', head)),
    heads: () => db.getAll('heads'),
    stepsOf: async (id) => (await db.getAllFromIndex('steps', 'log', id)).map(({ step }) => step),
    drop: async (id) => {
      const writing = db.transaction(['heads', 'steps'], 'readwrite')
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

async function openKeep(): Promise<Keep> {
  try {
    if (typeof indexedDB === 'undefined') return keepInMemory()
    const { openDB } = await import('idb')
    const db = await openDB<Schema>('latchkey', 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('heads', { keyPath: 'id' })
        fresh.createObjectStore('steps', { autoIncrement: true }).createIndex('log', 'log')
      },
      // A newer version of the page waits for nobody.
      blocking: () => db.close(),
    })
    return keepIn(db)
  } catch {
    return keepInMemory()
  }
}

let opened: Promise<Keep> | undefined

/** A store that does not answer must not hold up what it only accompanies, in ms. */
const patience = 2_000

async function tried<T>(work: (keep: Keep) => Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), patience)
    })
    return await Promise.race([(opened ??= openKeep()).then(work), late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Begins a log. `parts` are its first steps, each written by itself so that many of them never hold up the page; before
 * the last of them is written there is no log. Resolves to whether it will be there after a reload.
 */
export async function beginLog(
  user: string,
  id: string,
  what: unknown,
  parts: readonly unknown[],
): Promise<boolean> {
  const isLasting = await tried(async (keep) => {
    for (const part of parts) await keep.add(id, part)
    await keep.putHead({ id, user, what })
    return keep.isLasting
  })
  return isLasting ?? false
}

/** Resolves once the step is written. */
export async function addStep(id: string, step: unknown): Promise<void> {
  await tried((keep) => keep.add(id, step))
}

/** What the log was for has come to its end. */
export async function endLog(id: string): Promise<void> {
  await tried((keep) => keep.drop(id))
}

/** The logs of a user that nobody ended. */
export async function readLogs(user: string): Promise<KeptLog[]> {
  const found = await tried(async (keep) => {
    const heads = (await keep.heads()).filter((head) => head.user === user)
    return Promise.all(heads.map(async (head) => ({ ...head, steps: await keep.stepsOf(head.id) })))
  })
  return found ?? []
}

/** Forgets all logs of a user, who has signed out. */
export async function forgetLogs(user: string): Promise<void> {
  await tried(async (keep) => {
    for (const head of await keep.heads()) if (head.user === user) await keep.drop(head.id)
  })
}

const lockOf = (id: string): string => `latchkey.log.${id}`
const webLocks = (): LockManager | undefined =>
  typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined

/**
 * Says that this tab works on a log, until the returned function is called or the tab is gone. Resolves to undefined
 * when another tab does. Without Web Locks nobody is asked.
 */
export async function holdLog(id: string): Promise<(() => void) | undefined> {
  const locks = webLocks()
  if (!locks) return () => {}
  return new Promise((resolve) => {
    void locks
      .request(lockOf(id), { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined)
        return new Promise<void>((release) => resolve(() => release()))
      })
      .catch(() => resolve(() => {}))
  })
}

/** Whether some tab works on it. */
export async function isLogHeld(id: string): Promise<boolean> {
  const held = await webLocks()
    ?.query()
    .catch(() => undefined)
  return held?.held?.some(({ name }) => name === lockOf(id)) ?? false
}
