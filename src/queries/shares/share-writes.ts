import type { QueryClient } from '@tanstack/react-query'
import { getFile } from '#src/api/files.ts'
import { createShare, getOwnShare, type NewShareOptions } from '#src/api/shares/shares.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { parseTime } from '#src/lib/time.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { type ShareRow, toShareRow } from '#src/lists/share-row.ts'
import { defineMutation } from '#src/queries/define-mutation.ts'
import { folderLists, searchLists } from '#src/queries/files/file-cache.ts'
import { keys } from '#src/queries/keys.ts'
import { editLink } from './edit-link.ts'
import type { LinkChange, LinkTerms } from './link-terms.ts'

/** Assumed largest difference between the clocks of service and browser, in ms. */
const clockToleranceMs = 60_000

export type NewLinkOptions = Omit<NewShareOptions, 'uri'>

type NewShare = {
  item: Pick<FileRow, 'id' | 'uri' | 'name'>
  options: NewLinkOptions
  at: number
}

type LinkEdit = {
  row: ShareRow
  change: LinkChange
  /** What the user saw; a link that differs from it is not edited. */
  seen?: LinkTerms
}

/** Shows the new row of a link, unless the list has lost it. */
function showEditedLink(client: QueryClient, row: ShareRow): void {
  const list = client.getQueryData<PagedList<ShareRow>>(keys.shares.list())
  const slot = list?.slotOf(row.id)
  const known = slot === undefined ? undefined : list?.at(slot)
  if (known) list?.put([{ ...known, ...row, name: known.name, visited: known.visited }])
}

/** Adds the row of a new link to the list, where that is loaded. */
async function showCreatedLink(client: QueryClient, url: string, password: string): Promise<void> {
  const id = /\/s\/([^/?#]+)/.exec(url)?.[1]
  const list = client.getQueryData<PagedList<ShareRow>>(keys.shares.list())
  if (!list || id === undefined) return
  try {
    list.put([toShareRow(await getOwnShare(id, password || undefined))])
  } catch {
    // The list is out of date, and is loaded again when its page is entered.
  }
}

/** The link of a request without a response: one created since, with the same password and limit. */
async function findCreatedLink({ item, options, at }: NewShare): Promise<string | undefined> {
  const { extended_info: extended } = await getFile(item.uri, { extended: true })
  return extended?.shares?.find(
    (share) =>
      (parseTime(share.created_at) ?? 0) >= at - clockToleranceMs &&
      (share.password ?? '') === options.password &&
      (share.remain_downloads ?? null) === options.downloads,
  )?.url
}

export const shareWrites = {
  /** Resolves to the URL of the new link, with its password. `at` is the time of the request, in ms since 1970. */
  create: () =>
    defineMutation<NewShare, string>({
      send: ({ item, options }) => createShare({ ...options, uri: item.uri }),
      operation: ({ item }) => describeOperation('share', [item]),
      check: findCreatedLink,
      patch: (client, url, { item, options }) => {
        void showCreatedLink(client, url, options.password)
        for (const { list } of [...folderLists(client), ...searchLists(client)]) {
          const slot = list.slotOf(item.id)
          const row = slot === undefined ? undefined : list.at(slot)
          if (row) list.put([{ ...row, isShared: true }])
        }
      },
      invalidates: () => [keys.shares.list(), keys.files.infos()],
      inline: true,
    }),
  /** Resolves to the new row of the link. Rejects as {@link editLink} does. */
  edit: () =>
    defineMutation<LinkEdit, ShareRow>({
      send: ({ row, change, seen }, client) => editLink(client, row, change, { seen }),
      operation: ({ row }) => describeOperation('editLink', [row]),
      patch: (client, row) => showEditedLink(client, row),
      invalidates: ({ row }) => [keys.shares.detail(row.id), keys.files.infos()],
      inline: true,
    }),
}
