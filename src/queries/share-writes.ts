import { getFile } from '#src/api/files.ts'
import { createShare, type ShareWish } from '#src/api/shares.ts'
import { parseTime } from '#src/lib/time.ts'
import { defineMutation } from './define-mutation.ts'
import { about, folderLists, foundLists, infoKey, sharesKey } from './file-lists.ts'
import type { FileRow } from './files.ts'

/** How far the clocks of the service and the browser may be apart, in ms. */
const slack = 60_000

type NewShare = { item: FileRow; wish: Omit<ShareWish, 'uri'>; at: number }

/** The link whose answer got lost: one that was made since, with the same password and limit. */
async function linkMade({ item, wish, at }: NewShare): Promise<string | undefined> {
  const { extended_info: extended } = await getFile(item.uri, { extended: true })
  return extended?.shares?.find(
    (share) =>
      (parseTime(share.created_at) ?? 0) >= at - slack &&
      (share.password ?? '') === wish.password &&
      (share.remain_downloads ?? null) === wish.downloads,
  )?.url
}

export const shareWrites = {
  /** Resolves with the address of the new link, password and all. `at` is when it was asked for, in ms since 1970. */
  create: () =>
    defineMutation<NewShare, string>({
      send: ({ item, wish }) => createShare({ ...wish, uri: item.uri }),
      operation: ({ item }) => about('share', [item]),
      check: linkMade,
      patch: (client, _url, { item }) => {
        for (const { listing } of [...folderLists(client), ...foundLists(client)]) {
          const slot = listing.slotOf(item.id)
          const row = slot === undefined ? undefined : listing.at(slot)
          if (row) listing.put([{ ...row, isShared: true }])
        }
      },
      invalidates: () => [sharesKey, infoKey],
      inline: true,
    }),
}
