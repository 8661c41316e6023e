import { ShareList } from '#src/contract/share.ts'
import { send } from './client.ts'

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
