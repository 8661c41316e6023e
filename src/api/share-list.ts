import * as v from 'valibot'
import { type Share, ShareListHead, Shares } from '#src/contract/share.ts'
import { send } from './client.ts'

export type SharePage = { size: number; direction: 'asc' | 'desc'; cursor?: string | undefined }

/** The largest page of `GET /share`. */
export const maxSharePage = 100

export type SharesRead = {
  /** Reads the records of the page; call it once. */
  readShares: () => readonly Share[]
  /** Where the next page starts; undefined at the end. */
  next: string | undefined
}

/**
 * `GET /share` (spec §4.2): one page of the caller's share links in id order, the only order whose cursor is right on
 * the public server. `cursor` is the `next` of the page before. Throws `ApiError` 50001 for a bad cursor.
 */
export async function listShares(page: SharePage, signal?: AbortSignal): Promise<SharesRead> {
  const { shares, pagination } = await send(ShareListHead, {
    method: 'GET',
    path: '/share',
    query: {
      page_size: page.size,
      order_direction: page.direction,
      next_page_token: page.cursor || undefined,
    },
    signal,
  })
  return {
    readShares: () => v.parse(Shares, shares),
    next: pagination?.next_token || undefined,
  }
}
