import * as v from 'valibot'
import {
  Capability,
  SharePermission,
  formatBoolset,
  hasFlag,
  parseBoolset,
} from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import { PermissionSetting } from '#src/contract/share.ts'
import type { FileUri } from '#src/contract/uri.ts'
import type { Call } from './call.ts'
import type { Db } from './db.ts'
import { Refusal } from './envelope.ts'
import { fileByKey, placeOf } from './files.ts'
import type { FileRow } from './files.ts'
import type { LockShare } from './locks.ts'
import { isShareOpen } from './share-password.ts'
import { isExpired, shareById } from './shares.ts'
import type { ShareRow } from './shares.ts'
import { userByKey } from './users.ts'
import type { UserRow } from './users.ts'

/** A share as the place that its address leads to. */
export type SharePlace = LockShare & {
  /** As it stood in the address; its items are addressed with it too. */
  readonly password?: string
  /** Visitors see the view settings of its owner. */
  readonly sharesView: boolean
}

const everything = Object.values(SharePermission)

/**
 * What the caller may do in a share (spec §2.4): the union of what is granted to every audience that the caller is in.
 * `everyone` is anybody at all, `anonymous` who is not signed in, `other` who is. A setting that names no audience lets
 * anybody read. A text that cannot be decoded grants nothing. The owner may do everything.
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
export function takeDownload(db: Db, shareId: string): void {
  const { changes } = db.run(
    `UPDATE shares SET downloaded = downloaded + 1, remain_downloads = remain_downloads - 1
     WHERE id = ? AND (remain_downloads IS NULL OR remain_downloads > 0)`,
    [shareId],
  )
  if (changes === 0) throw new Refusal(Code.notFound, 'Shared file does not exist')
}

/** The bits of `capability` that a permission stands for. */
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

/** A shared file has nothing beside it; a taken name would tell of what lies there all the same. */
const besides = new Set<number>([Capability.rename, Capability.createFile, Capability.upload])

/**
 * The share that an address leads through. Throws 404 (none, not valid any more, its source in the trash), 40069 (its
 * password is wrong or missing, for the owner too), 403 and 40088 (the caller may not read it, which nobody can do
 * anything else without).
 */
export function openShare(
  call: Call,
  uri: FileUri,
): { owner: UserRow; source: FileRow; share: SharePlace; capability: string } {
  const { db, now } = call.context
  const row = uri.id === undefined ? undefined : shareById(call, uri.id)
  const source = row && fileByKey(db, row.file_key)
  const owner = row && userByKey(db, row.owner_key)
  const place = source && placeOf(db, source).uri
  if (!owner || !source || isExpired(row, now()) || place?.host !== 'my') {
    throw new Refusal(Code.notFound, 'Shared file does not exist')
  }
  if (!isShareOpen(call, row, uri.password)) {
    throw new Refusal(Code.wrongPassword, 'Incorrect password')
  }
  const permissions = permissionsOf(call, row, owner)
  if (!permissions.includes(SharePermission.read)) {
    throw call.user
      ? new Refusal(Code.forbidden, 'Permission denied')
      : new Refusal(Code.notForVisitors, 'Anonymous visitors may not open this share')
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
        .filter((bit) => !isFile || !besides.has(bit)),
    ),
  }
}
