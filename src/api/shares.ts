import * as v from 'valibot'
import { Share } from '#src/contract/share.ts'
import { readShare } from './addresses.ts'
import { sharePassword, toWire } from './wire-uri.ts'
import { send, sendPublic } from './client.ts'

/**
 * `GET /share/info/:id`: one link as its owner sees it, with `source_uri`. Without a `password` it is the one that this
 * tab knows. Throws `ApiError` 404 when it is dead.
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

export type ShareWish = {
  uri: string
  /** '' for none; letters and digits only, at most 32. */
  password: string
  /** null for no limit. */
  downloads: number | null
  /** Seconds from now, null for never. */
  expires: number | null
  showsView: boolean
  showsReadme: boolean
}

/** `PUT /share` (contract.md §5.3): a new link; its address, which ends with the password. Throws 40007, 40016, 403. */
export const createShare = (wish: ShareWish): Promise<string> =>
  send(v.string(), {
    method: 'PUT',
    path: '/share',
    body: {
      uri: toWire(wish.uri),
      ...(wish.password ? { is_private: true, password: wish.password } : {}),
      ...(wish.downloads === null ? {} : { downloads: wish.downloads }),
      ...(wish.expires === null ? {} : { expire: wish.expires }),
      share_view: wish.showsView,
      show_readme: wish.showsReadme,
    },
  })
