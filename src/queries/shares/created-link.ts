import type { QueryClient } from '@tanstack/react-query'
import { getFile } from '#src/api/files.ts'
import { getOwnShare, type NewShareOptions } from '#src/api/shares/shares.ts'
import { parseTime } from '#src/lib/time.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { type ShareRow, toShareRow } from '#src/lists/share-row.ts'
import { keys } from '#src/queries/keys.ts'

/** Assumed largest difference between the clocks of service and browser, in ms. */
const clockToleranceMs = 60_000

/**
 * The URL of the link of a request without a response: one to this item created since `at` (ms since 1970), with the
 * same password and limit.
 */
export async function findCreatedLink({
  uri,
  options,
  at,
}: {
  uri: string
  options: Pick<NewShareOptions, 'password' | 'downloads'>
  at: number
}): Promise<string | undefined> {
  const { extended_info: extended } = await getFile(uri, { extended: true })
  return extended?.shares?.find(
    (share) =>
      (parseTime(share.created_at) ?? 0) >= at - clockToleranceMs &&
      (share.password ?? '') === options.password &&
      (share.remain_downloads ?? null) === options.downloads,
  )?.url
}

/** Adds the row of a new link to the list, where that is loaded. */
export async function showCreatedLink(
  client: QueryClient,
  url: string,
  password: string,
): Promise<void> {
  const id = /\/s\/([^/?#]+)/.exec(url)?.[1]
  const list = client.getQueryData<PagedList<ShareRow>>(keys.shares.list())
  if (!list || id === undefined) return
  try {
    list.put([toShareRow(await getOwnShare(id, password || undefined))])
  } catch {
    // The list is out of date, and is loaded again when its page is entered.
  }
}
