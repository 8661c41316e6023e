import type { LinkRecord } from '#src/api/links/link-record.ts'
import type { PermissionSetting } from '#src/contract/share.ts'

export type { LinkRecord }

/**
 * A share link as the list holds it: 100,000 of them fit in memory because times are numbers, permission settings are
 * shared and the URL is stored only when it is not the usual base and the id. `links.detail` reads the whole record.
 */
export type LinkRow = Pick<
  LinkRecord,
  | 'id'
  | 'name'
  | 'visited'
  | 'downloaded'
  | 'remaining'
  | 'price'
  | 'expires'
  | 'createdAt'
  | 'isExpired'
  | 'sourceType'
  | 'permissions'
  | 'password'
> & {
  readonly isProtected: boolean
  readonly isViewShared: boolean
  /** The URL from the service, without the password segment; null when it is base and id. */
  readonly ownUrl: string | null
  readonly base: string
  /** URI of the folder, for a file that of its folder, where the list has it; earlier journals hold it in the scheme of the service. */
  readonly source: string | null
}

/** The URL without a password: the last segment is removed only when it is the password. */
export function urlWithoutPassword(url: string, password: string | null): string {
  if (!password) return url
  const at = url.lastIndexOf('/')
  const last = url.slice(at + 1)
  return last === password || last === encodeURIComponent(password) ? url.slice(0, at) : url
}

/** Whether a link costs something. How much is not shown: no unit of prices is known (docs/protocol.md §5.2). */
export const isPaidLink = ({ price }: Pick<LinkRecord, 'price'>): boolean => (price ?? 0) > 0

/** The URL to hand out, without a password in it. */
export const linkUrlOf = (row: LinkRow): string => row.ownUrl ?? row.base + row.id

/** Turns records into rows; equal permission settings and bases become one object each. */
export function createLinkRowMapper(): (link: LinkRecord) => LinkRow {
  const settings = new Map<string, PermissionSetting>()
  const bases = new Map<string, string>()
  return (link) => {
    const setting = link.permissions
    let permissions: PermissionSetting | null = null
    if (setting) {
      const key = JSON.stringify(setting)
      permissions = settings.get(key) ?? setting
      settings.set(key, permissions)
    }
    const url = urlWithoutPassword(link.url, link.password)
    const isUsual = url.endsWith(`/${link.id}`)
    const found = isUsual ? url.slice(0, -link.id.length) : ''
    const base = bases.get(found) ?? found
    bases.set(base, base)
    return {
      id: link.id,
      name: link.name,
      visited: link.visited,
      downloaded: link.downloaded,
      remaining: link.remaining,
      price: link.price,
      expires: link.expires,
      createdAt: link.createdAt,
      isExpired: link.isExpired,
      sourceType: link.sourceType,
      permissions,
      password: link.password,
      isProtected: link.isProtected ?? link.password !== null,
      isViewShared: link.showsView,
      ownUrl: isUsual ? null : url,
      base,
      source: link.sourceUri,
    }
  }
}

export const toLinkRow = (link: LinkRecord): LinkRow => createLinkRowMapper()(link)
