import { sendAuthenticated, sendUnauthenticated } from '#src/api/client.ts'
import { Share } from '#src/contract/share.ts'
import { type LinkRecord, toLinkRecord } from './link-record.ts'

/**
 * `GET /share/info/:id` as a visitor without a session, or `asUser`. Throws `ApiError` 404 when the link is dead, and
 * 40088 or 403 where the service tells nothing of it to those who may not open it. `countsVisit`: whether it counts a visit.
 */
export async function visitLink(
  id: string,
  password: string | undefined,
  {
    asUser = false,
    countsVisit,
    signal,
  }: { asUser?: boolean; countsVisit: boolean; signal?: AbortSignal },
): Promise<LinkRecord> {
  const send = asUser ? sendAuthenticated : sendUnauthenticated
  const link = await send(Share, {
    method: 'GET',
    path: `/share/info/${encodeURIComponent(id)}`,
    query: { count_views: countsVisit || undefined, password },
    signal,
  })
  return toLinkRecord(link)
}
