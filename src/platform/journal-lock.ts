import { uuid } from '#src/lib/uuid.ts'
import { readStored, removeStored, storedKeys, writeStored } from './storage.ts'

/*
 * Which tab works on a journal: the one that has its Web Lock. On plain http there are none; a journal then has a lease
 * in local storage, which its page renews and gives back when it is closed. Taking a lease is not atomic, and need not be:
 * nobody else knows the id of a new journal, a person resumes one in one tab at a time, and what two starts look up at the
 * same time, deletions of links, may be done twice.
 */

/** Longer than a minute, once in which a browser runs the timers of a hidden tab; in ms. */
const leaseMs = 150_000
const renewalMs = 30_000

/** Tells this page from others, also from the one that a reload makes of its tab. */
const pageId = uuid()

export const lockNameOf = (id: string): string => `latchkey.log.${id}`
const leasePrefix = 'latchkey.lease.'
export const leaseKeyOf = (id: string): string => leasePrefix + id

/** Undefined on plain http. */
export const webLocks = (): LockManager | undefined =>
  typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined

/**
 * Does such work in one tab at a time; at any time on plain http, and where the browser denies locks with all storage.
 * Throws the signal's reason when it aborts before the work has begun.
 */
export async function inTurn<T>(
  name: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let begun: Promise<T> | undefined
  const begin = () => (begun ??= work())
  await webLocks()
    ?.request(name, signal ? { signal } : {}, begin)
    .catch(() => undefined)
  if (!begun) signal?.throwIfAborted()
  return begin()
}

/** The page that has a lease; undefined once that has died. `until` is in ms since 1970. */
export function leaseholderOf(key: string): unknown {
  const { page, until } = (readStored('local', key) ?? {}) as { page?: unknown; until?: unknown }
  return typeof until === 'number' && until > Date.now() ? page : undefined
}

/** Whether another page has the lease. */
function isLeasedElsewhere(id: string): boolean {
  const page = leaseholderOf(leaseKeyOf(id))
  return page !== undefined && page !== pageId
}

function lease(id: string): (() => void) | undefined {
  if (isLeasedElsewhere(id)) return undefined
  // Pages that have died have left them.
  for (const key of storedKeys('local', leasePrefix))
    if (leaseholderOf(key) === undefined) removeStored('local', key)
  const renew = () => {
    if (isLeasedElsewhere(id)) return
    writeStored('local', leaseKeyOf(id), { page: pageId, until: Date.now() + leaseMs })
  }
  const giveBack = () => {
    if (!isLeasedElsewhere(id)) removeStored('local', leaseKeyOf(id))
  }
  renew()
  const timer = setInterval(renew, renewalMs)
  addEventListener('pagehide', giveBack)
  addEventListener('pageshow', renew)
  return () => {
    clearInterval(timer)
    removeEventListener('pagehide', giveBack)
    removeEventListener('pageshow', renew)
    giveBack()
  }
}

/**
 * Locks a journal for this tab until the returned function is called or the tab is closed. Resolves to undefined when
 * another tab has the lock.
 */
export async function lockJournal(id: string): Promise<(() => void) | undefined> {
  const locks = webLocks()
  if (!locks) return lease(id)
  return new Promise((resolve) => {
    void locks
      .request(lockNameOf(id), { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined)
        return new Promise<void>((release) => resolve(() => release()))
      })
      .catch(() => resolve(() => {}))
  })
}

/** Whether a tab has the lock of a journal; without Web Locks, another tab. */
export async function isJournalLocked(id: string): Promise<boolean> {
  const locks = webLocks()
  if (!locks) return isLeasedElsewhere(id)
  const held = await locks.query().catch(() => undefined)
  return held?.held?.some(({ name }) => name === lockNameOf(id)) ?? false
}
