import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { Share, noPermissions } from '#src/contract/share.ts'
import { formatUri } from '#src/contract/uri.ts'
import { userByKey } from '#src/server/accounts/users.ts'
import { fileByKey, uriAndAncestorsOf } from '#src/server/files/files.ts'
import { queryFlag, requireId } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError, zeroTime } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { requireReadPermission } from './share-access.ts'
import { isPasswordOfShare } from './share-password.ts'
import { createShareResponseMapper, hasShareEnded, shareById, shareUrl } from './shares.ts'
import type { ShareBody, ShareRow, ShareWithOwnerRow } from './shares.ts'

/** What everybody sees of a share whose password they do not know: the required fields, most of them empty. */
const lockedShareBody = (ctx: RequestContext, share: ShareWithOwnerRow): ShareBody => ({
  id: share.id,
  name: '',
  visited: 0,
  unlocked: false,
  ...(share.password === null ? {} : { password_protected: true }),
  source_type: -1,
  owner: { id: '', email: '', nickname: '', avatar: '', created_at: zeroTime },
  created_at: zeroTime,
  expired: hasShareEnded(share, ctx.context.now()),
  url: shareUrl(ctx, { id: share.id, password: null }),
  permission_setting: noPermissions,
  size: 0,
})

/** URI of the source in its owner's space; for a file, of its folder. Throws 404 when an ancestor is in the trash. */
function sourceUri(ctx: RequestContext, share: ShareRow, ownerId: string): string {
  const file = fileByKey(ctx.context.db, share.file_key)
  const place = file ? uriAndAncestorsOf(ctx.context.db, file).uri : undefined
  if (place?.host !== 'my') throw new HttpError(ErrorCode.notFound, 'File not found')
  const segments = share.type === FileType.folder ? place.segments : place.segments.slice(0, -1)
  return formatUri({ host: 'my', id: ownerId, segments })
}

/**
 * `GET /share/info/:id` (docs/protocol.md §5.5): one share, for those who may open it. Of any other one nothing is told
 * but whether it is there and asks for a password.
 */
function shareInfo(ctx: RequestContext): ShareBody {
  const counts = queryFlag(ctx, 'count_views')
  const isExtended = queryFlag(ctx, 'owner_extended')
  const { db } = ctx.context
  const share = shareById(db, requireId(ctx.params['id'] ?? ''))
  const owner = share && userByKey(db, share.owner_key)
  if (!owner) throw new HttpError(ErrorCode.notFound, 'Share not found')
  if (hasShareEnded(share, ctx.context.now()))
    throw new HttpError(ErrorCode.notFound, 'Share link expired')
  const isOwner = ctx.user?.key === share.owner_key
  const isUnlocked = isPasswordOfShare(ctx, share, ctx.query.get('password') ?? undefined)
  if (isOwner && isExtended && !isUnlocked)
    throw new HttpError(ErrorCode.wrongPassword, 'File not found')
  const source = isOwner && isExtended ? { source_uri: sourceUri(ctx, share, owner.id) } : {}
  if (!isOwner && !isUnlocked) return lockedShareBody(ctx, share)
  requireReadPermission(ctx.user, share, owner)
  if (counts) db.run('UPDATE shares SET visited = visited + 1 WHERE key = ?', [share.key])
  return { ...createShareResponseMapper(ctx, owner, { isOwner })(share), ...source }
}

export const shareInfoRoutes: readonly Route[] = [
  ['GET', '/share/info/:id', route(Share, shareInfo)],
]
