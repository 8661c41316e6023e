import * as v from 'valibot'
import { SharePermission, parseBoolset } from '#src/contract/boolset.ts'
import { Capability, hasFlag } from '#src/contract/capability.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { formatBoolset } from '#src/contract/format-boolset.ts'
import { PermissionSetting } from '#src/contract/share.ts'
import type { FileUri } from '#src/contract/uri.ts'
import { userByKey } from '#src/server/accounts/users.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { fileByKey, locationOf } from '#src/server/files/files.ts'
import type { FileRow } from '#src/server/files/files.ts'
import type { Call } from '#src/server/http/call.ts'
import { Refusal } from '#src/server/http/envelope.ts'
import type { LockShare } from '#src/server/locks/locks.ts'
import type { Db } from '#src/server/storage/db.ts'
import { checkSharePassword } from './share-password.ts'
import { isExpired, shareById } from './shares.ts'
import type { ShareRow } from './shares.ts'

/** The share that a URI leads through. */
export type OpenedShare = LockShare & {
  /** The password in the URI, which the URIs of its items repeat. */
  readonly password?: string
  /** Visitors see the folder views of its owner. */
  readonly sharesView: boolean
}

const everything = Object.values(SharePermission)

/**
 * The caller's permissions in a share (docs/protocol.md §5.6): the union over all audiences that the caller belongs to.
 * `everyone` includes all callers, `anonymous` those without a session, `other` those with one. A setting without any
 * audience lets everybody read. A boolset that cannot be decoded grants nothing. The owner has all permissions.
 */
function permissionsOf(call: Call, share: ShareRow, owner: UserRow): number[] {
  const { user } = call
  if (user?.key === owner.key) return everything
  if (!share.permission_setting) return [SharePermission.read]
  const setting = v.parse(PermissionSetting, JSON.parse(share.permission_setting))
  const { same_group, everyone, other, anonymous, group_explicit, user_explicit } = setting
  const explicit = [group_explicit, user_explicit].flatMap(Object.values<string | null>)
  const isOpen = ![same_group, everyone, other, anonymous, ...explicit].some(
    (text) => text !== null && parseBoolset(text)?.size !== 0,
  )
  if (isOpen) return [SharePermission.read]
  const own = (map: Readonly<Record<string, string | null>>, id: string) =>
    Object.hasOwn(map, id) ? map[id] : null
  const granted = user
    ? [
        everyone,
        other,
        user.group_id === owner.group_id ? same_group : null,
        own(group_explicit, user.group_id),
        own(user_explicit, user.id),
      ]
    : [everyone, anonymous]
  return everything.filter((permission) => granted.some((text) => hasFlag(text, permission)))
}

/** Counts a download through a share. Throws 404 when none is left. */
export function countDownload(db: Db, shareId: string): void {
  const { changes } = db.run(
    `UPDATE shares SET downloaded = downloaded + 1, remain_downloads = remain_downloads - 1
     WHERE id = ? AND (remain_downloads IS NULL OR remain_downloads > 0)`,
    [shareId],
  )
  if (changes === 0) throw new Refusal(ErrorCode.notFound, 'Shared file does not exist')
}

/** The capability bits of each permission. */
const capabilitiesOf: Readonly<Record<number, readonly number[]>> = {
  [SharePermission.read]: [
    Capability.download,
    Capability.listChildren,
    Capability.thumbnail,
    Capability.info,
    Capability.enter,
  ],
  [SharePermission.update]: [Capability.rename, Capability.updateMetadata],
  [SharePermission.create]: [Capability.createFile, Capability.upload],
  [SharePermission.delete]: [Capability.softDelete],
}

/** Not granted in the share of a file: the response to a taken name would reveal its siblings. */
const notForFiles = new Set<number>([Capability.rename, Capability.createFile, Capability.upload])

/**
 * Opens the share of a URI. Throws 404 (unknown, expired, or its source is in the trash), 40069 (wrong or missing
 * password, also for the owner), 403 and 40088 (the caller has no permission to read it). With `ignoresDownloads` a share
 * without downloads left is open.
 */
export function openShare(
  call: Call,
  uri: FileUri,
  { ignoresDownloads = false } = {},
): { owner: UserRow; source: FileRow; share: OpenedShare; capability: string } {
  const { db, now } = call.context
  const row = uri.id === undefined ? undefined : shareById(call, uri.id)
  const source = row && fileByKey(db, row.file_key)
  const owner = row && userByKey(db, row.owner_key)
  const place = source && locationOf(db, source).uri
  if (!owner || !source || isExpired(row, now(), { ignoresDownloads }) || place?.host !== 'my') {
    throw new Refusal(ErrorCode.notFound, 'Shared file does not exist')
  }
  if (!checkSharePassword(call, row, uri.password)) {
    throw new Refusal(ErrorCode.wrongPassword, 'Incorrect password')
  }
  const permissions = permissionsOf(call, row, owner)
  if (!permissions.includes(SharePermission.read)) {
    throw call.user
      ? new Refusal(ErrorCode.forbidden, 'Permission denied')
      : new Refusal(ErrorCode.visitorsNotAllowed, 'Anonymous visitors may not open this share')
  }
  const isFile = row.type === FileType.file
  return {
    owner,
    source,
    share: {
      id: row.id,
      segments: place.segments,
      isFile,
      sharesView: row.share_view,
      ...(uri.password === undefined ? {} : { password: uri.password }),
    },
    capability: formatBoolset(
      permissions
        .flatMap((one) => capabilitiesOf[one] ?? [])
        .filter((bit) => !isFile || !notForFiles.has(bit)),
    ),
  }
}
