import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { LinkItem } from '#src/features/links/link-item.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { createLinkDeletion, type LinkDeletion } from './link-deletion.ts'
import { clearUnsentDeletions, endUnsentDeletions } from './unsent-deletions.ts'

type Deletion = { readonly items: readonly LinkItem[] }

const idsOf = (items: readonly { readonly id: string }[]) => new Set(items.map(({ id }) => id))

/** Hides links in the list, or shows them again. */
export const setLinksHidden = (
  client: QueryClient,
  items: readonly LinkItem[],
  isHidden: boolean,
): void =>
  client.getQueryData<PagedList<LinkRow>>(keys.links.list())?.setHidden(idsOf(items), isHidden)

/** Deletes links. Those that are hidden and could not be deleted are shown again at the end. */
export const deleteLinks = defineJob<LinkItem, Deletion, LinkDeletion>({
  // What a run remembers of the service; nothing of it is noted.
  state: { empty: createLinkDeletion, note: v.never(), add: () => {} },
  journal: { name: 'deleteLinks', input: v.object({ items: v.array(LinkItem) }) },
  isShownWhileRunning: true,
  operation: ({ items }) => describeOperation('deleteLinks', items),
  items: ({ items }) => items,
  stages: (items) => [{ items, maxInFlight: 2 }],
  createSender: ({ state }) => state.send,
  isDone: (item, { state, signal }) => state.isDeleted(item, signal),
  patch: (done, { client }) => {
    clearUnsentDeletions(done)
    client.getQueryData<PagedList<LinkRow>>(keys.links.list())?.remove(idsOf(done))
  },
  onSettled: (_, { client, input: { items } }) => {
    endUnsentDeletions(items)
    setLinksHidden(client, items, false)
  },
  invalidates: () => [keys.links.list(), keys.files.lists(), keys.files.infos()],
})
