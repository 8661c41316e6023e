import { currentSession } from '#src/api/current-session.ts'
import { removeLinksOnClose } from '#src/api/links/link-deletion.ts'
import { onSignOut } from '#src/api/resets.ts'
import { toLinkItem } from '#src/features/links/link-item.ts'
import { delaySignOut } from '#src/jobs/before-sign-out.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { runDelayedOperations } from '#src/jobs/messages/delayed-operations.ts'
import { isStoppingAny } from '#src/jobs/store/jobs.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { maxUnfinishedMs } from '#src/platform/operation-journal.ts'
import { readStored, removeStored, storedKeys, writeStored } from '#src/platform/storage.ts'
import { listOwnLinks } from './link-lookup.ts'

/*
 * Deletions of links that the user asked for and the service has not confirmed. When the page is closed they are sent at
 * once; the next session of the same user checks them and offers what is left.
 */

/** A browser takes 64 kB of requests that outlive their page. */
const maxBytesOnClose = 60_000
const maxIdsPerRequest = 1_000

/** `delayed` can still be undone; `sending` belongs to a job, which the user can stop. */
const unconfirmed = new Map<string, 'delayed' | 'sending'>()

/** Lets another tab sign out again. */
let letSignOut: (() => void) | undefined

/** Set while the user signs out: what a job gives up then is for the next session. */
let isLeaving = false

const keyPrefix = 'latchkey.unsent-deletions.'
const keyOf = (userId: string): string => `${keyPrefix}${userId}`

/** What is stored; `at` is in ms since 1970. Earlier versions of the page stored the ids alone. */
function readUnsent(key: string): { at: number; ids: string[] } {
  const stored = readStored('local', key)
  const { at, ids } = (
    Array.isArray(stored) ? { at: Date.now(), ids: stored } : (stored ?? {})
  ) as { at?: unknown; ids?: unknown }
  const isReadable = Array.isArray(ids) && typeof at === 'number'
  return isReadable ? { at, ids: ids.map(String) } : { at: 0, ids: [] }
}

function readIds(userId: string): string[] {
  const { at, ids } = readUnsent(keyOf(userId))
  return Date.now() - at > maxUnfinishedMs ? [] : ids
}

/** Deletes what any user of this browser left for a next session that did not come for seven days. */
export function forgetOldDeletions(): void {
  for (const key of storedKeys('local', keyPrefix)) {
    const unsent = readUnsent(key)
    if (Date.now() - unsent.at > maxUnfinishedMs) removeStored('local', key)
    else writeStored('local', key, unsent)
  }
}

/** Adds them to what the next session checks, which other tabs add to as well. */
function store(userId: string | undefined, ids: readonly string[]): void {
  if (userId === undefined || ids.length === 0) return
  const all = [...new Set([...readIds(userId), ...ids])]
  writeStored('local', keyOf(userId), { at: Date.now(), ids: all })
}

function sendOnClose(): void {
  const idsIn = (wanted: 'delayed' | 'sending') =>
    [...unconfirmed].flatMap(([id, state]) => (state === wanted ? [id] : []))
  store(currentSession().userId, [...unconfirmed.keys()])
  // The request of a job may not have left the browser yet; what the user has stopped is not sent.
  const ids = [...idsIn('delayed'), ...(isStoppingAny('deleteLinks') ? [] : idsIn('sending'))]
  let bytes = 0
  for (let start = 0; start < ids.length; start += maxIdsPerRequest) {
    const some = ids.slice(start, start + maxIdsPerRequest)
    bytes += JSON.stringify({ ids: some }).length
    if (bytes > maxBytesOnClose) return
    // The page is closing, so no failure can be shown. The next session checks which links still exist.
    removeLinksOnClose(some).catch(() => undefined)
  }
}

/** A page that comes back from the back/forward cache has sent them: Undo would only seem to keep them. */
function goOn(): void {
  const { userId } = currentSession()
  if (userId !== undefined) {
    const others = readIds(userId).filter((id) => !unconfirmed.has(id))
    removeStored('local', keyOf(userId))
    store(userId, others)
  }
  runDelayedOperations()
}

export function storeUnsentDeletions(
  items: readonly { readonly id: string }[],
  state: 'delayed' | 'sending',
): void {
  for (const { id } of items) unconfirmed.set(id, state)
  letSignOut ??= delaySignOut()
  addEventListener('pagehide', sendOnClose)
  addEventListener('pageshow', goOn)
}

/** They are confirmed, or taken back. */
export function clearUnsentDeletions(items: readonly { readonly id: string }[]): void {
  for (const { id } of items) unconfirmed.delete(id)
  if (unconfirmed.size > 0) return
  letSignOut?.()
  letSignOut = undefined
  removeEventListener('pagehide', sendOnClose)
  removeEventListener('pageshow', goOn)
}

/** Like {@link clearUnsentDeletions}, for a job that has ended and has told the user what became of them. */
export function endUnsentDeletions(items: readonly { readonly id: string }[]): void {
  if (!isLeaving) clearUnsentDeletions(items)
}

/** The user signs out: only what the service has confirmed is done with. */
export function keepUnconfirmedDeletions(): void {
  isLeaving = true
}

onSignOut(() => {
  isLeaving = false
  store(currentSession().userId, [...unconfirmed.keys()])
  clearUnsentDeletions([...unconfirmed.keys()].map((id) => ({ id })))
})

/**
 * Makes an interrupted job of what an earlier page could not send, but for links that are `journaled`: those are
 * offered with the job that has them. Rejects when the service cannot be asked.
 */
export async function recoverUnsentDeletions(
  userId: string,
  journaled: ReadonlySet<string>,
): Promise<void> {
  const ids = readIds(userId)
  if (ids.length === 0) return
  // Taken before the service is asked, so that a second tab does not offer them too.
  removeStored('local', keyOf(userId))
  try {
    const names = await listOwnLinks()
    const items = ids.flatMap((id) => {
      const name = names.get(id)
      return name === undefined || journaled.has(id) ? [] : [toLinkItem({ id, name })]
    })
    if (items.length === 0) return
    const header = {
      name: 'deleteLinks',
      version: 1,
      operation: describeOperation('deleteLinks', items),
      startedAt: serviceNow(),
      input: { items: [] },
    }
    const journal = await JobJournal.begin(userId, header, items)
    journal?.release()
  } catch (error) {
    store(userId, ids)
    throw error
  }
}
