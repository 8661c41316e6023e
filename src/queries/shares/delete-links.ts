import type { QueryClient } from '@tanstack/react-query'
import { describeOperation } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { countWorking } from '#src/lib/working-links.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { startMutation } from '#src/queries/start-mutation.ts'
import { whenInactive } from '#src/stores/batches/batches.ts'
import { onBeforeSignOut } from '#src/stores/before-sign-out.ts'
import { delayOperation, runDelayedOperations } from '#src/stores/delayed-operations.ts'
import { onSignOut } from '#src/stores/resets.ts'
import { deleteLinks, setLinksHidden } from './share-deletion.ts'
import { type ShareItem, toShareItem } from './share-item.ts'
import {
  clearUnsentDeletions,
  keepUnconfirmedDeletions,
  storeUnsentDeletions,
} from './unsent-deletions.ts'

/** Batches that have been started here and have not ended. */
const running = new Set<Promise<unknown>>()

/** The links that can be kept by Undo; `id` is that of the delayed operation. */
let waiting: { readonly id: number; readonly rows: ReadonlyMap<string, ShareRow> } | undefined

/**
 * Hides the links at once, and deletes them unless the user takes it back within a few seconds. They join those that
 * wait already: one message and one Undo for all of them.
 */
export function deleteLinksLater(client: QueryClient, added: readonly ShareRow[]): void {
  if (added.length === 0) return
  const rows = new Map(waiting?.rows)
  for (const row of added) rows.set(row.id, row)
  const items = [...rows.values()].map(toShareItem)
  setLinksHidden(client, items, true)
  storeUnsentDeletions(items, 'delayed')
  const working = countWorking([...rows.values()], serviceNow())
  const id = delayOperation(
    { ...describeOperation('deleteLinks', items), working },
    {
      undo: () => {
        waiting = undefined
        clearUnsentDeletions(items)
        setLinksHidden(client, items, false)
      },
      run: () => {
        waiting = undefined
        send(client, items)
      },
    },
    waiting?.id,
  )
  waiting = { id, rows }
}

/** Hides the links and deletes them, without an Undo. */
export function deleteLinksNow(client: QueryClient, rows: readonly ShareRow[]): void {
  const items = rows.map(toShareItem)
  setLinksHidden(client, items, true)
  send(client, items)
}

function send(client: QueryClient, items: readonly ShareItem[]): void {
  storeUnsentDeletions(items, 'sending')
  // A batch leaves out what another one processes, as an edit of many links does. It shows its own failures, and
  // rejects when the session ends.
  const batch = whenInactive(items)
    .then(() => startMutation(client, deleteLinks(), { items }))
    .catch(() => undefined)
  running.add(batch)
  void batch.then(() => running.delete(batch))
}

onBeforeSignOut(async () => {
  keepUnconfirmedDeletions()
  runDelayedOperations()
  await Promise.all(running)
})

onSignOut(() => {
  waiting = undefined
  // A request that never gets an answer must not hold up the sign-out of the next user.
  running.clear()
})
