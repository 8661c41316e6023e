import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { currentSession } from '#src/api/current-session.ts'
import { getLink, getOwnLink } from '#src/api/links/links.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { childUri, parseUri } from '#src/contract/uri.ts'
import { linkPageSource } from '#src/features/links/list/link-list.ts'
import { sharedFolderOfLink } from '#src/features/links/source/link-source.ts'
import { keys } from '#src/lists/keys.ts'
import { PageLoader, rowsOfPage } from '#src/lists/loading/page-loader.ts'
import { type LinkRow, toLinkRow } from '#src/lists/rows/link-row.ts'
import { knownLinkPassword, rememberLinkPassword } from './link-passwords.ts'

/** The URI in one's own files of what is at `uri` behind one's own link, which shows the folder `source`. */
export const toOwnFilesUri = (source: string, uri: string): string =>
  parseUri(uri).segments.reduce(childUri, source)

/** A dead link found in the list is not looked for again for so long, in ms. */
const deadLinkStaleMs = 5 * 60_000

/** Pages of the list in which a link is looked for that may be somebody else's: the newest 1,000 links. */
const maxPages = 10

/** The link is not among the newest, and may still be an older one of the user. */
export class OlderLinksUnreadError extends Error {
  override name = 'OlderLinksUnreadError'
}

const areOlderUnread = (error: Error | null): boolean => error instanceof OlderLinksUnreadError

/** A link in the list of the user, the only place that has dead ones. Null when it is not there. */
async function findListed(
  id: string,
  isOwn: boolean,
  signal: AbortSignal,
): Promise<LinkRow | null> {
  const source = linkPageSource()
  let pages = 0
  let isCut = false
  const newest: typeof source = async (cursor, pageSignal) => {
    const page = await source(cursor, pageSignal)
    if (++pages < maxPages || isOwn || page.next === undefined) return page
    isCut = true
    return { ...page, next: undefined }
  }
  for await (const { page } of new PageLoader(newest).pages(undefined, signal)) {
    const found = rowsOfPage(page).find((row) => row.id === id)
    if (found) return found
  }
  if (isCut) throw new OlderLinksUnreadError()
  return null
}

export const ownLinks = {
  /**
   * One's own link, whatever became of it: a dead one is in the list only. Null when it is not there, or somebody else's.
   * A service that does not say whose a dead link is leaves open whether it `isOwn`: then it is looked for among the
   * newest links only. Throws {@link OlderLinksUnreadError} where there are more.
   */
  find: (id: string, userId: string, isOwn = false) =>
    queryOptions({
      queryKey: keys.links.own(id, userId),
      queryFn: async ({ signal }): Promise<LinkRow | null> => {
        try {
          const link = await getLink(id, signal)
          return link.owner?.id === userId ? toLinkRow(link) : null
        } catch (error) {
          if (!isNotFound(error)) throw error
        }
        return findListed(id, isOwn, signal)
      },
      // A link of somebody else stays one. Finding a dead one may take all pages of the list; edits here invalidate it.
      staleTime: ({ state: { data } }) =>
        data === null ? Infinity : data?.isExpired ? deadLinkStaleMs : 0,
      refetchOnWindowFocus: ({ state: { data, error } }) =>
        !data?.isExpired && !areOlderUnread(error),
      refetchOnReconnect: ({ state: { error } }) => !areOlderUnread(error),
      meta: { isInline: true },
    }),
  /** Whether a link is one's own; its password is known to this tab then. */
  unlock: (id: string, userId: string) =>
    queryOptions({
      queryKey: keys.links.ownUnlocked(id, userId),
      queryFn: async ({ signal }): Promise<boolean> => {
        const { password, owner } = await getLink(id, signal)
        if (owner?.id !== userId || password === null) return false
        rememberLinkPassword(id, password)
        return true
      },
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      meta: { isInline: true },
    }),
  /**
   * The URI in one's files of the folder that one's own link shows, or of that with its file: what is read there spends
   * no download of the link. Null for a link of somebody else.
   */
  source: (id: string, password: string | undefined, userId: string) =>
    queryOptions({
      queryKey: keys.links.ownSource(id, password, userId),
      queryFn: async ({ signal }) =>
        sharedFolderOfLink(await getOwnLink(id, password, signal)) ?? null,
      staleTime: Infinity,
      meta: { isInline: true },
    }),
}

/**
 * The URI in one's own files of what is at `uri` behind one's own link: fetched there, it spends no download of the
 * link. Other URIs are returned as they are.
 */
export async function ownFilesUri(client: QueryClient, uri: string): Promise<string> {
  const { host, id = '' } = parseUri(uri)
  const { userId } = currentSession()
  if (host !== 'share' || userId === undefined) return uri
  const query = ownLinks.source(id, knownLinkPassword(id), userId)
  const source = await client
    .fetchQuery({
      ...query,
      // It may have been moved meanwhile.
      staleTime: ({ state: { data } }) => (data === null ? Infinity : 0),
    })
    // A link that has ended does not tell, nor does an outage: it is where it was.
    .catch(() => client.getQueryData(query.queryKey) ?? null)
  return source === null ? uri : toOwnFilesUri(source, uri)
}
