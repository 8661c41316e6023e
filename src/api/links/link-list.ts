import * as v from 'valibot'
import { sendAuthenticated } from '#src/api/client.ts'
import { Shares, UnparsedShareListPage } from '#src/contract/share.ts'
import { type LinkRecord, toLinkRecord } from './link-record.ts'

export type LinkPageParams = {
  size: number
  direction: 'asc' | 'desc'
  cursor?: string | undefined
}

/** The largest page of `GET /share`. */
const maxPageSize = 100

/** The first page: the newest links. */
export const firstLinkPageParams: LinkPageParams = { size: maxPageSize, direction: 'desc' }

export type UnparsedLinkPage = {
  size: number
  /** Parses the records of the page; to be called once. */
  parseLinks: () => readonly LinkRecord[]
  /** Cursor of the next page; undefined at the end. */
  next: string | undefined
}

/**
 * `GET /share` (docs/protocol.md §5.1): one page of the user's share links in id order, the only order whose cursor is
 * right on the public server. `cursor` is `next` of the previous page. Throws `ApiError` 50001 for a bad cursor.
 */
export async function listLinks(
  page: LinkPageParams,
  signal?: AbortSignal,
): Promise<UnparsedLinkPage> {
  const { shares, pagination } = await sendAuthenticated(UnparsedShareListPage, {
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
    size: shares.length,
    parseLinks: () => v.parse(Shares, shares).map(toLinkRecord),
    next: pagination?.next_token || undefined,
  }
}
