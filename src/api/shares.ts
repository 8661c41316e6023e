import { Share, ShareList } from '#src/contract/share.ts'
import { readShare } from './addresses.ts'
import { send, sendPublic } from './client.ts'

export type SharePage = { size: number; direction: 'asc' | 'desc'; cursor?: string | undefined }

/** The largest page of `GET /share`. */
export const maxSharePage = 100

/**
 * `GET /share` (spec §4.2): one page of the caller's share links in id order, the only order whose cursor is right on
 * the public server. `cursor` is the `next_token` of the page before. Throws `ApiError` 50001 for a bad cursor.
 */
export const listShares = (page: SharePage, signal?: AbortSignal): Promise<ShareList> =>
  send(ShareList, {
    method: 'GET',
    path: '/share',
    query: {
      page_size: page.size,
      order_direction: page.direction,
      next_page_token: page.cursor || undefined,
    },
    signal,
  })

/** `GET /share/info/:id`: one link as its owner sees it, with `source_uri`. Throws `ApiError` 404 when it is dead. */
export async function getOwnShare(
  id: string,
  password: string | undefined,
  signal?: AbortSignal,
): Promise<Share> {
  const share = await send(Share, {
    method: 'GET',
    path: `/share/info/${encodeURIComponent(id)}`,
    query: { owner_extended: true, password },
    signal,
  })
  return readShare(share)
}

/** `GET /share/info/:id` as a visitor, without a session; counts a visit. Throws `ApiError` 404 when it is dead. */
export const getSharedLink = (
  id: string,
  password: string | undefined,
  signal?: AbortSignal,
): Promise<Share> =>
  sendPublic(Share, {
    method: 'GET',
    path: `/share/info/${encodeURIComponent(id)}`,
    query: { count_views: true, password },
    signal,
  })
