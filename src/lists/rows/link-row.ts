import { firstLinkPage, listLinks } from '#src/api/links/link-list.ts'
import type { PermissionSetting, Share } from '#src/contract/share.ts'
import { parseTime } from '#src/lib/time.ts'
import type { PageSource } from '#src/lists/loading/page-source.ts'

/** A share link as the service tells it. The wire calls it a share. */
export type LinkRecord = Share

/**
 * A share link as the list holds it: 100,000 of them fit in memory because times are numbers, permission settings are
 * shared and the URL is stored only when it is not the usual base and the id. `links.detail` reads the whole record.
 */
export type LinkRow = {
  readonly id: string
  readonly name: string
  readonly visited: number
  readonly downloaded: number
  /** Downloads left, or null without a limit. */
  readonly remaining: number | null
  readonly price: number | null
  /** ms since 1970, or null for never. */
  readonly expires: number | null
  readonly createdAt: number
  readonly isExpired: boolean
  readonly sourceType: number
  readonly permissions: PermissionSetting | null
  readonly password: string | null
  readonly isProtected: boolean
  readonly isViewShared: boolean
  /** The URL from the service, without the password segment; null when it is base and id. */
  readonly ownUrl: string | null
  readonly base: string
  /** `source_uri` where the list has it, as the service writes it. */
  readonly source: string | null
}

/** The URL without a password: the last segment is removed only when it is the password. */
function linkWithoutPassword(url: string, password: string | undefined): string {
  if (!password) return url
  const at = url.lastIndexOf('/')
  const last = url.slice(at + 1)
  return last === password || last === encodeURIComponent(password) ? url.slice(0, at) : url
}

/** Whether a link costs something. How much is not shown: no unit of prices is known (docs/protocol.md §5.2). */
export const isPaid = ({ price }: { readonly price?: number | null | undefined }): boolean =>
  (price ?? 0) > 0

/** The URL to hand out, without a password in it. */
export const linkUrlOf = (row: LinkRow): string => row.ownUrl ?? row.base + row.id

/** Like {@link linkUrlOf}, for a record. */
export const linkUrlOfRecord = ({ url, password }: LinkRecord): string =>
  linkWithoutPassword(url, password)

/** Turns records into rows; equal permission settings and bases become one object each. */
function linkRows(): (link: LinkRecord) => LinkRow {
  const settings = new Map<string, PermissionSetting>()
  const bases = new Map<string, string>()
  return (link) => {
    const setting = link.permission_setting
    let permissions: PermissionSetting | null = null
    if (setting) {
      const key = JSON.stringify(setting)
      permissions = settings.get(key) ?? setting
      settings.set(key, permissions)
    }
    const url = linkWithoutPassword(link.url, link.password)
    const isUsual = url.endsWith(`/${link.id}`)
    const found = isUsual ? url.slice(0, -link.id.length) : ''
    const base = bases.get(found) ?? found
    bases.set(base, base)
    return {
      id: link.id,
      name: link.name,
      visited: link.visited,
      downloaded: link.downloaded ?? 0,
      remaining: link.remain_downloads ?? null,
      price: link.price ?? null,
      expires: link.expires ? parseTime(link.expires) : null,
      createdAt: parseTime(link.created_at) ?? 0,
      isExpired: link.expired,
      sourceType: link.source_type,
      permissions,
      password: link.password ?? null,
      isProtected: link.is_private ?? link.password_protected ?? link.password !== undefined,
      isViewShared: link.share_view ?? false,
      ownUrl: isUsual ? null : url,
      base,
      source: link.source_uri ?? null,
    }
  }
}

/** The row of one record. */
export const toLinkRow = (link: LinkRecord): LinkRow => linkRows()(link)

/** Every link of the caller, newest first. */
export function linkPages(): PageSource<LinkRow, string> {
  const toRow = linkRows()
  return async (cursor, signal) => {
    const page = await listLinks({ ...firstLinkPage, cursor }, signal)
    return { rows: () => page.parseLinks().map(toRow), next: page.next }
  }
}
