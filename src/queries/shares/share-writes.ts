import { getFile } from '#src/api/files.ts'
import { createShare, type NewShareOptions } from '#src/api/shares/shares.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { parseTime } from '#src/lib/time.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { defineMutation } from '#src/queries/define-mutation.ts'
import { folderLists, searchLists } from '#src/queries/files/file-cache.ts'
import { keys } from '#src/queries/keys.ts'

/** Assumed largest difference between the clocks of service and browser, in ms. */
const clockToleranceMs = 60_000

type NewShare = { item: FileRow; options: Omit<NewShareOptions, 'uri'>; at: number }

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
      patch: (client, _url, { item }) => {
        for (const { list } of [...folderLists(client), ...searchLists(client)]) {
          const slot = list.slotOf(item.id)
          const row = slot === undefined ? undefined : list.at(slot)
          if (row) list.put([{ ...row, isShared: true }])
        }
      },
      invalidates: () => [keys.shares.list(), keys.files.infos()],
      inline: true,
    }),
}
