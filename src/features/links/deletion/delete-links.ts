import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { finiteNumber, strictListOf } from '#src/contract/schema.ts'
import { toLinkJobItem } from '#src/features/links/link-job-item.ts'
import { listOfLinks } from '#src/features/links/list/link-list-patches.ts'
import { workingLinkTotals } from '#src/features/links/list/working-links.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import type { SendStage } from '#src/jobs/job-definition.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { JobItem } from '#src/jobs/store/job.ts'
import { maxRequestsInFlight } from '#src/jobs/verification/item-lookup.ts'
import { createOperation } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { keys } from '#src/lists/keys.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { LinkDeletion, sendDeletionOnClose } from './link-deletion.ts'

/** Each dead link is read before it is deleted: fewer in one request than usual, so that progress moves. */
const deadLinksPerRequest = 20

/** `working`: whether it worked when it was to be deleted, as 1 or 0, and how often it had been visited then. */
const DeletedLink = v.object({
  ...JobItem.entries,
  working: v.optional(v.object({ links: finiteNumber, visits: finiteNumber })),
})
type DeletedLink = v.InferOutput<typeof DeletedLink>
const Deletion = v.object({ items: strictListOf(DeletedLink) })
type Deletion = v.InferOutput<typeof Deletion>

const wasDead = ({ working }: DeletedLink): boolean => working?.links === 0

const idsOf = (items: readonly { readonly id: string }[]) => new Set(items.map(({ id }) => id))

const setHidden = (client: QueryClient, items: readonly DeletedLink[], isHidden: boolean): void =>
  listOfLinks(client)?.setHidden(idsOf(items), isHidden)

const describe = ({ items }: Deletion) => ({
  ...createOperation('deleteLinks', items),
  working: {
    links: items.reduce((sum, { working }) => sum + (working?.links ?? 0), 0),
    visits: items.reduce((sum, { working }) => sum + (working?.visits ?? 0), 0),
  },
})

/** Those that may be public go first. */
const stagesOf = (items: readonly DeletedLink[]): SendStage<DeletedLink>[] =>
  items.length <= deadLinksPerRequest
    ? [{ items }]
    : [
        { items: items.filter((item) => !wasDead(item)), maxInFlight: maxRequestsInFlight },
        {
          items: items.filter(wasDead),
          maxInFlight: maxRequestsInFlight,
          chunkSize: deadLinksPerRequest,
        },
      ]

/** Whether another link leads to an item that is on screen is known to the service only. */
function reloadFoldersOnScreen(client: QueryClient): void {
  for (const { state } of client
    .getQueryCache()
    .findAll({ queryKey: keys.files.lists(), type: 'active' }))
    void (state.data as PagedList<FileRow> | undefined)?.reload()
}

/** Deletes links, which are hidden meanwhile. Those that could not be deleted are shown again at the end. */
export const deleteLinks = defineJob<DeletedLink, Deletion, LinkDeletion>({
  // What a run remembers of the service; nothing of it is noted.
  state: {
    empty: () => new LinkDeletion(),
    note: v.never(),
    add: () => {},
  },
  journal: { name: 'deleteLinks', input: Deletion },
  waitsForOthers: true,
  operation: describe,
  stages: stagesOf,
  createSender:
    ({ state }) =>
    (items, signal) =>
      state.send(items, signal),
  findUnwanted: (items, { state, client, signal }) =>
    state.findRevived(client, items.filter(wasDead), signal),
  // Whoever deleted a link has been promised that it does not stay public. One that was dead may work again by now.
  sendOnClose: (items, { state }) =>
    sendDeletionOnClose(items.filter((item) => !wasDead(item) || state.isKnownDead(item))),
  isDone: (item, { state, signal }) => state.isDeleted(item, signal),
  patch: (done, { client }) => listOfLinks(client)?.remove(idsOf(done)),
  onSettled: ({ done }, { client, input: { items } }) => {
    setHidden(client, items, false)
    if (done.length > 0) reloadFoldersOnScreen(client)
  },
  invalidates: () => [
    keys.links.list(),
    keys.links.allOwn(),
    keys.files.lists(),
    keys.files.infos(),
  ],
})

function hide(client: QueryClient, rows: readonly LinkRow[]): Deletion {
  const now = serviceNow()
  const items = rows.map((row) => ({
    ...toLinkJobItem(row),
    working: workingLinkTotals([row], now),
  }))
  setHidden(client, items, true)
  return { items }
}

/**
 * Hides the links at once, and deletes them unless the user takes it back within a few seconds. They join those that wait
 * already.
 */
export function deleteLinksLater(client: QueryClient, rows: readonly LinkRow[]): void {
  if (rows.length > 0) void deleteLinks.later(client, hide(client, rows))
}

export function deleteLinksNow(client: QueryClient, rows: readonly LinkRow[]): void {
  // The job shows its own failures, and rejects when the session ends.
  void startMutation(client, deleteLinks(), hide(client, rows)).catch(() => undefined)
}
