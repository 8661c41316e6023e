import { deleteSharesOnClose } from '#src/api/shares/share-deletion.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { BatchJournal } from '#src/operations/batches/batch-journal.ts'
import { listOwnLinks } from '#src/operations/link-lookup.ts'
import { readStored, removeStored, writeStored } from '#src/platform/storage.ts'
import { onSignOut } from '#src/stores/resets.ts'
import { currentSession } from '#src/stores/session.ts'
import { toShareItem } from './share-item.ts'

/*
 * Deletions of links that the user asked for and the service has not confirmed. When the page is closed they are sent at
 * once; the next session of the same user checks them and offers what is left.
 */

/** A browser takes 64 kB of requests that outlive their page. */
const maxBytesOnClose = 60_000
const maxIdsPerRequest = 1_000

/** `delayed` can still be undone; `sending` belongs to a batch, whose journal survives a reload. */
const unconfirmed = new Map<string, 'delayed' | 'sending'>()

const keyOf = (userId: string): string => `latchkey.unsent-deletions.${userId}`

/** Adds them to what the next session checks. */
function store(userId: string | undefined, ids: readonly string[]): void {
  if (userId !== undefined && ids.length > 0) writeStored('local', keyOf(userId), ids)
}

function sendOnClose(): void {
  const ids = [...unconfirmed].flatMap(([id, state]) => (state === 'delayed' ? [id] : []))
  store(currentSession().userId, ids)
  let bytes = 0
  for (let start = 0; start < ids.length; start += maxIdsPerRequest) {
    const some = ids.slice(start, start + maxIdsPerRequest)
    bytes += JSON.stringify({ ids: some }).length
    if (bytes > maxBytesOnClose) return
    // The page is closing, so no failure can be shown. The next session checks which links still exist.
    deleteSharesOnClose(some).catch(() => undefined)
  }
}

/** A page that comes back from the back/forward cache still has its timers, and sends again what it has sent. */
function forgetStored(): void {
  const { userId } = currentSession()
  if (userId !== undefined) removeStored('local', keyOf(userId))
}

export function storeUnsentDeletions(
  items: readonly { readonly id: string }[],
  state: 'delayed' | 'sending',
): void {
  for (const { id } of items) unconfirmed.set(id, state)
  addEventListener('pagehide', sendOnClose)
  addEventListener('pageshow', forgetStored)
}

/** They are confirmed, given up or taken back. */
export function clearUnsentDeletions(items: readonly { readonly id: string }[]): void {
  for (const { id } of items) unconfirmed.delete(id)
  if (unconfirmed.size > 0) return
  removeEventListener('pagehide', sendOnClose)
  removeEventListener('pageshow', forgetStored)
}

onSignOut(() => {
  store(currentSession().userId, [...unconfirmed.keys()])
  clearUnsentDeletions([...unconfirmed.keys()].map((id) => ({ id })))
})

/** Makes an interrupted batch of what an earlier page could not send. Rejects when the service cannot be asked. */
export async function recoverUnsentDeletions(userId: string): Promise<void> {
  const ids = readStored('local', keyOf(userId))
  if (!Array.isArray(ids) || ids.length === 0) return
  // Taken before the service is asked, so that a second tab does not offer them too.
  removeStored('local', keyOf(userId))
  try {
    const names = await listOwnLinks()
    const items = ids.flatMap((id) => {
      const name = names.get(String(id))
      return name === undefined ? [] : [toShareItem({ id: String(id), name })]
    })
    if (items.length === 0) return
    const header = {
      kind: 'deleteLinks',
      operation: describeOperation('deleteLinks', items),
      startedAt: serviceNow(),
      variables: { items: [] },
    }
    const journal = await BatchJournal.begin(userId, header, items)
    journal?.release()
  } catch (error) {
    store(userId, ids.map(String))
    throw error
  }
}
