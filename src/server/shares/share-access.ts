import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import { userByKey } from '#src/server/accounts/users.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { fileByKey, uriAndAncestorsOf } from '#src/server/files/files.ts'
import type { FileRow } from '#src/server/files/files.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import type { Db } from '#src/server/storage/db.ts'
import { isPasswordOfShare } from './share-password.ts'
import { sharePermissionsOf } from './share-permissions.ts'
import { hasShareEnded, shareById } from './shares.ts'
import type { ShareWithOwnerRow } from './shares.ts'

/** The share that a request came through; the paths of conflicts are relative to it. */
export type ShareLocation = {
  readonly id: string
  /** Path of its source in its owner's space. */
  readonly segments: readonly string[]
  /** A shared file is addressed by its name below the root of the share; a shared folder is that root. */
  readonly isFile: boolean
}

/** The share that a URI leads through. */
export type ResolvedShare = ShareLocation & {
  /** The password in the URI, which the URIs of its items repeat. */
  readonly password?: string
  /** Visitors see the folder views of its owner. */
  readonly sharesView: boolean
  /** Raised when permissions are taken away: grants of before are void. */
  readonly epoch: number
}

/** A share that is open at this moment, whoever asks. */
export type LiveShare = {
  readonly row: ShareWithOwnerRow
  readonly source: FileRow
  readonly owner: UserRow
  /** Path of the source in its owner's space. */
  readonly segments: readonly string[]
}

/** Counts a download through a share. Throws 404 when none is left. */
export function countDownload(db: Db, shareId: string): void {
  const { changes } = db.run(
    `UPDATE shares SET downloaded = downloaded + 1, remain_downloads = remain_downloads - 1
     WHERE id = ? AND (remain_downloads IS NULL OR remain_downloads > 0)`,
    [shareId],
  )
  if (changes === 0) throw new HttpError(ErrorCode.notFound, 'Shared file does not exist')
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

/** Capabilities that a share of a file never grants: the response to a taken name would reveal its siblings. */
const notForFiles = new Set<number>([Capability.rename, Capability.createFile, Capability.upload])

/**
 * The share with this id. Throws 404 when it is unknown, expired at `now` (milliseconds since 1970) or used up, or its
 * source is in the trash. With `ignoresDownloads` a share without downloads left is open.
 */
export function requireLiveShare(
  db: Db,
  id: string,
  { now, ignoresDownloads = false }: { now: number; ignoresDownloads?: boolean },
): LiveShare {
  const row = shareById(db, id)
  const source = row && fileByKey(db, row.file_key)
  const owner = row && userByKey(db, row.owner_key)
  const place = source && uriAndAncestorsOf(db, source).uri
  if (!owner || !source || hasShareEnded(row, now, { ignoresDownloads }) || place?.host !== 'my') {
    throw new HttpError(ErrorCode.notFound, 'Shared file does not exist')
  }
  return { row, source, owner, segments: place.segments }
}

/** The permissions of a user in a share. Throws 403, and 40088 for a visitor without an account, without that to read. */
export function requireReadPermission(
  user: UserRow | null,
  { permission_setting: setting }: Pick<ShareWithOwnerRow, 'permission_setting'>,
  owner: UserRow,
): readonly number[] {
  const permissions = sharePermissionsOf(user, setting, owner)
  if (permissions.includes(SharePermission.read)) return permissions
  throw user
    ? new HttpError(ErrorCode.forbidden, 'Permission denied')
    : new HttpError(ErrorCode.visitorsNotAllowed, 'Anonymous visitors may not open this share')
}

/** What a user may do in a share. Throws what {@link requireReadPermission} throws. */
export function requireShareReadPermission(
  { row, source, owner, segments }: LiveShare,
  user: UserRow | null,
): { owner: UserRow; source: FileRow; share: ResolvedShare; capability: string } {
  const permissions = requireReadPermission(user, row, owner)
  const isFile = row.type === FileType.file
  return {
    owner,
    source,
    share: { id: row.id, segments, isFile, sharesView: row.share_view, epoch: row.epoch },
    capability: encodeBoolset(
      permissions
        .flatMap((one) => capabilitiesOf[one] ?? [])
        .filter((bit) => !isFile || !notForFiles.has(bit)),
    ),
  }
}

/**
 * Opens the share of a URI. Throws what {@link requireLiveShare} and {@link requireShareReadPermission} throw, and 40069 (wrong or
 * missing password, also for the owner).
 */
export function resolveShareOfUri(
  ctx: RequestContext,
  uri: ParsedUri,
): ReturnType<typeof requireShareReadPermission> {
  const { db, now } = ctx.context
  const live = requireLiveShare(db, uri.id ?? '', { now: now() })
  if (!isPasswordOfShare(ctx, live.row, uri.password)) {
    throw new HttpError(ErrorCode.wrongPassword, 'Incorrect password')
  }
  const access = requireShareReadPermission(live, ctx.user)
  const { password } = uri
  return password === undefined ? access : { ...access, share: { ...access.share, password } }
}
