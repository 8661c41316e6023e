import { sendAuthenticated } from '#src/api/client.ts'
import { toWireUri } from '#src/api/wire/wire-uri.ts'
import { type PermissionSetting, Share, ShareUrl } from '#src/contract/share.ts'
import { knownLinkPassword } from './link-passwords.ts'
import { type LinkRecord, toLinkRecord } from './link-record.ts'

/**
 * `GET /share/info/:id` (docs/protocol.md §5.5): one link as its owner sees it, with `source_uri`. Without `password`
 * the one that this tab knows is used. Throws `ApiError` 404 when the link is dead.
 */
export async function getOwnLink(
  id: string,
  password: string | undefined,
  signal?: AbortSignal,
): Promise<LinkRecord> {
  const link = await sendAuthenticated(Share, {
    method: 'GET',
    path: `/share/info/${encodeURIComponent(id)}`,
    query: { owner_extended: true, password: password ?? knownLinkPassword(id) },
    signal,
  })
  return toLinkRecord(link)
}

/**
 * `GET /share/info/:id` as whoever is signed in: her own link is complete, without `source_uri` and without its password
 * being asked for. Throws `ApiError` 404 when the link is dead; the item of one that is not may be in a deleted folder
 * (docs/protocol.md §5.2).
 */
export const getLink = async (id: string, signal?: AbortSignal): Promise<LinkRecord> => {
  const path = `/share/info/${encodeURIComponent(id)}`
  return toLinkRecord(await sendAuthenticated(Share, { method: 'GET', path, signal }))
}

export type LinkLimitsRequest = {
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

export type NewLinkRequest = LinkLimitsRequest & {
  uri: string
  /** '' for none; only letters and digits, at most 32. */
  password: string
}

const requestBody = (settings: LinkLimitsRequest) => ({
  ...(settings.downloads === null ? {} : { downloads: settings.downloads }),
  ...(settings.expires === null ? {} : { expire: settings.expires }),
  share_view: settings.showsView,
  show_readme: settings.showsReadme,
  ...(settings.permissions ? { permissions: settings.permissions } : {}),
  ...(settings.price ? { price: settings.price } : {}),
})

/**
 * `PUT /share` (docs/protocol.md §5.3): creates a link. Resolves to its URL, which ends with the password. Throws
 * 40007, 40016, 403.
 */
export const createLink = ({ uri, password, ...settings }: NewLinkRequest): Promise<string> =>
  sendAuthenticated(ShareUrl, {
    method: 'PUT',
    path: '/share',
    body: {
      uri: toWireUri(uri),
      ...(password ? { is_private: true, password } : {}),
      ...requestBody(settings),
    },
  })

/**
 * `POST /share/:id` (docs/protocol.md §5.3): replaces the limits of a link, also of a dead one, which works again then.
 * Its password stays. `uri` is the item that it leads to. Resolves to its URL. Throws 40007, 40016, 403, and 404 when
 * the link is not there or `uri` is another item.
 */
export const replaceLinkLimits = (
  id: string,
  uri: string,
  settings: LinkLimitsRequest,
  signal?: AbortSignal,
): Promise<string> =>
  sendAuthenticated(ShareUrl, {
    method: 'POST',
    path: `/share/${encodeURIComponent(id)}`,
    body: { uri: toWireUri(uri), ...requestBody(settings) },
    signal,
  })
