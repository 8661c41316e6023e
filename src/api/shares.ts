import { Share } from '#src/contract/share.ts'
import { readShare } from './addresses.ts'
import { send, sendPublic } from './client.ts'

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
