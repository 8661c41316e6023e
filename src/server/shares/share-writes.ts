import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { Capability, hasFlag } from '#src/contract/flags/capability.ts'
import { NoData } from '#src/contract/schema.ts'
import { ShareUrl } from '#src/contract/share.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { isRootUri, requireCapability, resolveUri } from '#src/server/files/resolve.ts'
import {
  readBody,
  parseRequestUri,
  requireId,
  requireUser,
} from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError, maxTime } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { maxBatchSize } from '#src/server/http/site.ts'
import { newId } from '#src/server/storage/ids.ts'
import { removeUploadsWithVoidGrants } from '#src/server/uploads/upload-rows.ts'
import { removesPermissions } from './share-permissions.ts'
import { shareById, shareUrl } from './shares.ts'
import type { ShareWithOwnerRow } from './shares.ts'

/** Group permissions. */
const permission = { administer: 0, share: 2 } as const
const passwordLetters = '0123456789abcdefghijklmnopqrstuvwxyz'
const passwordLength = 8

const integer = v.nullish(v.pipe(v.number(), v.safeInteger()), 0)
const flag = v.nullish(v.boolean(), false)

const boolset = v.nullish(v.pipe(v.string(), v.maxLength(64)), null)
const boolsets = v.nullish(
  v.pipe(v.record(v.pipe(v.string(), v.maxLength(64)), boolset), v.maxEntries(200)),
  {},
)
/** Values that are no boolsets are stored as they are: they grant nothing. */
const Permissions = v.nullish(
  v.object({
    same_group: boolset,
    everyone: boolset,
    other: boolset,
    anonymous: boolset,
    group_explicit: boolsets,
    user_explicit: boolsets,
  }),
)

/** The body of creating and editing. The price is not part of it and stays as it is. */
const ShareBody = v.object({
  uri: v.pipe(v.string(), v.nonEmpty()),
  is_private: flag,
  password: v.nullish(
    v.pipe(
      v.string(),
      v.maxLength(32),
      v.check((text) => /^[0-9A-Za-z]*$/.test(text)),
    ),
    '',
  ),
  /** Zero and less are no limit. */
  downloads: integer,
  /** Seconds from now; zero and less are never. */
  expire: integer,
  share_view: flag,
  show_readme: flag,
  /** Absent or null: as they are; for a new share anybody may read. */
  permissions: Permissions,
})
type ShareBody = v.InferOutput<typeof ShareBody>
const Ids = v.object({ ids: v.array(v.string()) })

const notFound = () => new HttpError(ErrorCode.notFound, 'Share not found')

function requireSharer(ctx: RequestContext): UserRow {
  const user = requireUser(ctx)
  if (!hasFlag(user.permission, permission.share)) {
    throw new HttpError(ErrorCode.groupNotAllowed, 'Links are not for this group')
  }
  return user
}

/** The item to share, in the caller's own space. Throws 403 and 40016. */
function sourceOf(ctx: RequestContext, text: string): FileRow {
  try {
    const resolved = resolveUri(ctx, parseRequestUri(text))
    requireCapability(resolved, Capability.share)
    if (!resolved.file || isRootUri(resolved)) {
      throw new HttpError(ErrorCode.forbidden, 'Not supported action', { detail: 'a root' })
    }
    return resolved.file
  } catch (error) {
    const isAbsent =
      error instanceof HttpError &&
      (error.code === ErrorCode.pathNotFound || error.code === ErrorCode.forbidden)
    if (!isAbsent) throw error
    throw new HttpError(error.code, 'src file not found', { detail: error.detail })
  }
}

/** The values of the columns `expires_at, remain_downloads, share_view, show_readme`. Throws 40001. */
function termsOf(ctx: RequestContext, body: ShareBody) {
  const expires = body.expire > 0 ? ctx.context.now() + body.expire * 1000 : null
  if (expires !== null && expires > maxTime) {
    throw new HttpError(ErrorCode.invalidParameters, 'Expire too long')
  }
  return [
    expires,
    body.downloads > 0 ? body.downloads : null,
    body.share_view,
    body.show_readme,
  ] as const
}

const newPassword = () =>
  Array.from({ length: passwordLength }, () =>
    passwordLetters.charAt(randomInt(passwordLetters.length)),
  ).join('')

/**
 * `PUT /share` (docs/protocol.md §5.3): creates a share of the caller's own item and returns its URL, which includes
 * the password. A private share without a password gets one. Throws 401, 403 (a root, the trash, what lies in a share),
 * 40001, 40007 and 40016.
 */
async function createShare(ctx: RequestContext): Promise<string> {
  const { db, now } = ctx.context
  const user = requireSharer(ctx)
  const body = await readBody(ctx, ShareBody)
  const password = body.is_private ? body.password || newPassword() : null
  const terms = termsOf(ctx, body)
  const id = newId()
  db.transaction(() => {
    const source = sourceOf(ctx, body.uri)
    db.run(
      `INSERT INTO shares (id, owner_key, file_key, password, expires_at, remain_downloads, share_view, show_readme,
         permission_setting, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        user.key,
        source.key,
        password,
        ...terms,
        body.permissions ? JSON.stringify(body.permissions) : null,
        now(),
      ],
    )
  })
  return shareUrl(ctx, { id, password })
}

/** A share of the caller. Throws 40001, and 404 for an unknown one and for another user's alike. */
function ownShare(ctx: RequestContext, user: UserRow): ShareWithOwnerRow {
  const share = shareById(ctx.context.db, requireId(ctx.params['id'] ?? ''))
  if (share?.owner_key !== user.key) throw notFound()
  return share
}

/**
 * `POST /share/:id` (docs/protocol.md §5.3): replaces the limits of a share, also of an expired one; missing fields are
 * cleared. The password stays, and the permissions unless the body has some; what was begun through the share ends when
 * permissions are taken away. Returns its URL. Throws 404 when it is not the caller's or `uri` is not its source, and
 * what {@link createShare} throws.
 */
async function editShare(ctx: RequestContext): Promise<string> {
  const { db } = ctx.context
  const user = requireSharer(ctx)
  const body = await readBody(ctx, ShareBody)
  const terms = termsOf(ctx, body)
  const url = db.transaction(() => {
    const share = ownShare(ctx, user)
    if (sourceOf(ctx, body.uri).key !== share.file_key) throw notFound()
    const before = share.permission_setting
    const setting = body.permissions ? JSON.stringify(body.permissions) : before
    db.run(
      `UPDATE shares SET expires_at = ?, remain_downloads = ?, share_view = ?, show_readme = ?, permission_setting = ?,
         epoch = epoch + ? WHERE key = ?`,
      [...terms, setting, removesPermissions(before, setting), share.key],
    )
    return shareUrl(ctx, share)
  })
  removeUploadsWithVoidGrants(ctx.context)
  return url
}

/** `DELETE /share/:id` (docs/protocol.md §5.4): by its owner or an administrator. Throws 401, 404 and 40001. */
function removeShare(ctx: RequestContext): void {
  const { db } = ctx.context
  const user = requireUser(ctx)
  const id = requireId(ctx.params['id'] ?? '')
  const isAdministrator = hasFlag(user.permission, permission.administer)
  const { changes } = db.run('DELETE FROM shares WHERE id = ? AND (owner_key = ? OR ?)', [
    id,
    user.key,
    isAdministrator,
  ])
  if (changes === 0) throw notFound()
  removeUploadsWithVoidGrants(ctx.context)
}

/**
 * `DELETE /share` (docs/protocol.md §5.4): removes those of the shares that are the caller's; others are ignored.
 * Throws 401, 40074, and 40001 for a malformed id, in which case nothing is removed.
 */
async function removeShares(ctx: RequestContext): Promise<void> {
  const user = requireUser(ctx)
  const { ids } = await readBody(ctx, Ids)
  if (ids.length > maxBatchSize) {
    throw new HttpError(ErrorCode.batchTooLarge, `Maximum allowed batch size: ${maxBatchSize}`)
  }
  ctx.context.db.run(
    'DELETE FROM shares WHERE owner_key = ? AND id IN (SELECT value FROM json_each(?))',
    [user.key, JSON.stringify(ids.map(requireId))],
  )
  removeUploadsWithVoidGrants(ctx.context)
}

export const shareWriteRoutes: readonly Route[] = [
  ['PUT', '/share', route(ShareUrl, createShare)],
  ['POST', '/share/:id', route(ShareUrl, editShare)],
  ['DELETE', '/share/:id', route(NoData, removeShare)],
  ['DELETE', '/share', route(NoData, removeShares)],
]
