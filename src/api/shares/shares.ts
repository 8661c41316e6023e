import * as v from 'valibot'
import { send, sendPublic } from '#src/api/client.ts'
import { shareFromWire } from '#src/api/wire/wire-records.ts'
import { sharePassword, toWireUri } from '#src/api/wire/wire-uri.ts'
import { Share } from '#src/contract/share.ts'

/**
 * `GET /share/info/:id` (docs/protocol.md §5.5): one link as its owner sees it, with `source_uri`. Without `password`
 * the one that this tab knows is used. Throws `ApiError` 404 when the link is dead.
 */
export async function getOwnShare(
  id: string,
  password: string | undefined,
  signal?: AbortSignal,
): Promise<Share> {
  const share = await send(Share, {
    method: 'GET',
    path: `/share/info/${encodeURIComponent(id)}`,
    query: { owner_extended: true, password: password ?? sharePassword(id) },
    signal,
  })
  return shareFromWire(share)
}

/**
 * `GET /share/info/:id` as a visitor, without a session; counts a visit. Throws `ApiError` 404 when the link is dead.
 */
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

export type NewShareOptions = {
  uri: string
  /** '' for none; only letters and digits, at most 32. */
  password: string
  /** null for no limit. */
  downloads: number | null
  /** Seconds from now, null for never. */
  expires: number | null
  showsView: boolean
  showsReadme: boolean
}

/**
 * `PUT /share` (docs/protocol.md §5.3): creates a link. Resolves to its URL, which ends with the password. Throws
 * 40007, 40016, 403.
 */
export const createShare = (options: NewShareOptions): Promise<string> =>
  send(v.string(), {
    method: 'PUT',
    path: '/share',
    body: {
      uri: toWireUri(options.uri),
      ...(options.password ? { is_private: true, password: options.password } : {}),
      ...(options.downloads === null ? {} : { downloads: options.downloads }),
      ...(options.expires === null ? {} : { expire: options.expires }),
      share_view: options.showsView,
      show_readme: options.showsReadme,
    },
  })
