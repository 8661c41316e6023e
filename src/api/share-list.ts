import * as v from 'valibot'
import { type Share, ShareListHead, Shares } from '#src/contract/share.ts'
import { send } from './client.ts'
import { shareCall, type SharePage } from './share-call.ts'

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
  const { shares, pagination } = await send(ShareListHead, { ...shareCall(page), signal })
  return {
    readShares: () => v.parse(Shares, shares),
    next: pagination?.next_token || undefined,
  }
}
