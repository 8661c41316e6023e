import type { QueryClient } from '@tanstack/react-query'
import { onSignOut } from '#src/api/resets.ts'
import { type LinkItem, toLinkItem } from '#src/features/links/link-item.ts'
import { countWorking } from '#src/features/links/list/working-links.ts'
import { onBeforeSignOut } from '#src/jobs/before-sign-out.ts'
import { delayOperation, runDelayedOperations } from '#src/jobs/messages/delayed-operations.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { whenInactive } from '#src/jobs/store/jobs.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { deleteLinks, setLinksHidden } from './link-deletions.ts'
import {
  clearUnsentDeletions,
  keepUnconfirmedDeletions,
  storeUnsentDeletions,
} from './unsent-deletions.ts'

/** Jobs that have been started here and have not ended. */
const running = new Set<Promise<unknown>>()

/** The links that can be kept by Undo; `id` is that of the delayed operation. */
let waiting: { readonly id: number; readonly rows: ReadonlyMap<string, LinkRow> } | undefined

/**
 * Hides the links at once, and deletes them unless the user takes it back within a few seconds. They join those that
 * wait already: one message and one Undo for all of them.
 */
export function deleteLinksLater(client: QueryClient, added: readonly LinkRow[]): void {
  if (added.length === 0) return
  const rows = new Map(waiting?.rows)
  for (const row of added) rows.set(row.id, row)
  const items = [...rows.values()].map(toLinkItem)
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
export function deleteLinksNow(client: QueryClient, rows: readonly LinkRow[]): void {
  const items = rows.map(toLinkItem)
  setLinksHidden(client, items, true)
  send(client, items)
}

function send(client: QueryClient, items: readonly LinkItem[]): void {
  storeUnsentDeletions(items, 'sending')
  // A job leaves out what another one processes, as an edit of many links does. It shows its own failures, and
  // rejects when the session ends.
  const job = whenInactive(items)
    .then(() => startMutation(client, deleteLinks(), { items }))
    .catch(() => undefined)
  running.add(job)
  void job.then(() => running.delete(job))
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
