import type { QueryClient } from '@tanstack/react-query'
import { describeOperation } from '#src/lib/operation.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { startMutation } from '#src/queries/start-mutation.ts'
import { whenInactive } from '#src/stores/batches/batches.ts'
import { onBeforeSignOut } from '#src/stores/before-sign-out.ts'
import { delayOperation, runDelayedOperations } from '#src/stores/delayed-operations.ts'
import { onSignOut } from '#src/stores/resets.ts'
import { deleteLinks, setLinksHidden } from './share-deletion.ts'
import { toShareItem } from './share-item.ts'
import { clearUnsentDeletions, storeUnsentDeletions } from './unsent-deletions.ts'

/** Batches that have been started here and have not ended. */
const running = new Set<Promise<unknown>>()

/** Hides the links at once, and deletes them unless the user takes it back within a few seconds. */
export function deleteLinksLater(client: QueryClient, rows: readonly ShareRow[]): void {
  const items = rows.map(toShareItem)
  if (items.length === 0) return
  setLinksHidden(client, items, true)
  storeUnsentDeletions(items, 'delayed')
  delayOperation(describeOperation('deleteLinks', items), {
    undo: () => {
      clearUnsentDeletions(items)
      setLinksHidden(client, items, false)
    },
    run: () => {
      storeUnsentDeletions(items, 'sending')
      // A batch leaves out what another one processes, as an edit of many links does. It shows its own failures, and
      // rejects when the session ends.
      const batch = whenInactive(items)
        .then(() => startMutation(client, deleteLinks(), { items }))
        .catch(() => undefined)
      running.add(batch)
      void batch.then(() => running.delete(batch))
    },
  })
}

onBeforeSignOut(async () => {
  runDelayedOperations()
  await Promise.all(running)
})

// A request that never gets an answer must not hold up the sign-out of the next user.
onSignOut(() => running.clear())
