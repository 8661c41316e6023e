import { send, sendPublic } from '#src/api/client.ts'
import { shareFromWire } from '#src/api/wire/wire-records.ts'
import { sharePassword, toWireUri } from '#src/api/wire/wire-uri.ts'
import { type PermissionSetting, Share, ShareUrl } from '#src/contract/share.ts'

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

/** What can be changed about a link. */
export type ShareTerms = {
  /** null for no limit. */
  downloads: number | null
  /** Seconds from now, null for never. */
  expires: number | null
  showsView: boolean
  showsReadme: boolean
  /** Left out when null: servers without permissions of links refuse nothing then, and others keep theirs. */
  permissions?: PermissionSetting | null
  price?: number | null
}

export type NewShareOptions = ShareTerms & {
  uri: string
  /** '' for none; only letters and digits, at most 32. */
  password: string
}

const termsBody = (terms: ShareTerms) => ({
  ...(terms.downloads === null ? {} : { downloads: terms.downloads }),
  ...(terms.expires === null ? {} : { expire: terms.expires }),
  share_view: terms.showsView,
  show_readme: terms.showsReadme,
  ...(terms.permissions ? { permissions: terms.permissions } : {}),
  ...(terms.price ? { price: terms.price } : {}),
})

/**
 * `PUT /share` (docs/protocol.md §5.3): creates a link. Resolves to its URL, which ends with the password. Throws
 * 40007, 40016, 403.
 */
export const createShare = ({ uri, password, ...terms }: NewShareOptions): Promise<string> =>
  send(ShareUrl, {
    method: 'PUT',
    path: '/share',
    body: {
      uri: toWireUri(uri),
      ...(password ? { is_private: true, password } : {}),
      ...termsBody(terms),
    },
  })

/**
 * `POST /share/:id` (docs/protocol.md §5.3): replaces the terms of a link, also of a dead one, which works again then.
 * Its password stays. `uri` is the item that it leads to. Resolves to its URL. Throws 40007, 40016, 403, and 404 when
 * the link is not there or `uri` is another item.
 */
export const editShare = (
  id: string,
  uri: string,
  terms: ShareTerms,
  signal?: AbortSignal,
): Promise<string> =>
  send(ShareUrl, {
    method: 'POST',
    path: `/share/${encodeURIComponent(id)}`,
    body: { uri: toWireUri(uri), ...termsBody(terms) },
    signal,
  })
