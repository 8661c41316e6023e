import { fromWireUri } from '#src/api/wire/wire-uri.ts'
import type { Owner } from '#src/contract/accounts/owner.ts'
import type { PermissionSetting, Share } from '#src/contract/share.ts'
import { parseTime } from '#src/lib/time.ts'

/** A share link as the service tells it, which calls it a share. */
export type LinkRecord = {
  readonly id: string
  readonly name: string
  readonly visited: number
  readonly downloaded: number
  /** Downloads left; null without a limit. */
  readonly remaining: number | null
  readonly price: number | null
  /** ms since 1970; null for never. */
  readonly expires: number | null
  readonly createdAt: number
  readonly isExpired: boolean
  readonly isUnlocked: boolean
  readonly sourceType: number
  /** URI of the shared folder in its owner's space; for a shared file, URI of the folder that contains it. */
  readonly sourceUri: string | null
  readonly owner: Owner | undefined
  /** With the password, if there is one. */
  readonly url: string
  readonly password: string | null
  /** null where the service says neither. */
  readonly isProtected: boolean | null
  /** null where the service has no permissions of links. */
  readonly permissions: PermissionSetting | null
  readonly showsView: boolean
  readonly showsReadme: boolean
  /** Bytes. */
  readonly size: number | undefined
}

export const toLinkRecord = (share: Share): LinkRecord => ({
  id: share.id,
  name: share.name,
  visited: share.visited,
  downloaded: share.downloaded ?? 0,
  remaining: share.remain_downloads ?? null,
  price: share.price ?? null,
  expires: share.expires ? parseTime(share.expires) : null,
  createdAt: parseTime(share.created_at) ?? 0,
  isExpired: share.expired,
  isUnlocked: share.unlocked,
  sourceType: share.source_type,
  sourceUri: share.source_uri === undefined ? null : fromWireUri(share.source_uri),
  owner: share.owner,
  url: share.url,
  password: share.password ?? null,
  isProtected: share.is_private ?? share.password_protected ?? null,
  permissions: share.permission_setting ?? null,
  showsView: share.share_view ?? false,
  showsReadme: share.show_readme ?? false,
  size: share.size,
})
