import * as v from 'valibot'
import { FileType } from '#src/contract/file.ts'
import { PermissionSetting, Share, noPermissions } from '#src/contract/share.ts'
import { toPublicUserResponse } from '#src/server/accounts/users.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { itemsWithinAnswerSize } from '#src/server/http/responses/answer-bytes.ts'
import { isoTime } from '#src/server/http/responses/envelope.ts'
import type { WithRequired, Wire } from '#src/server/http/wire.ts'
import { SqlBoolean } from '#src/server/storage/db.ts'
import type { Db } from '#src/server/storage/db.ts'

/** A share whose owner is known. */
export const ShareRow = v.object({
  key: v.number(),
  id: v.string(),
  owner_key: v.number(),
  file_key: v.number(),
  password: v.nullable(v.string()),
  expires_at: v.nullable(v.number()),
  remain_downloads: v.nullable(v.number()),
  downloaded: v.number(),
  visited: v.number(),
  price: v.nullable(v.number()),
  permission_setting: v.nullable(v.string()),
  share_view: SqlBoolean,
  show_readme: SqlBoolean,
  created_at: v.number(),
  epoch: v.number(),
  name: v.string(),
  type: v.number(),
  size: v.number(),
  is_trashed: SqlBoolean,
})
export type ShareRow = v.InferOutput<typeof ShareRow>

const ShareWithOwnerRow = v.object({
  ...ShareRow.entries,
  owner_status: v.string(),
})
export type ShareWithOwnerRow = v.InferOutput<typeof ShareWithOwnerRow>

const columns = `s.key, s.id, s.owner_key, s.file_key, s.password, s.expires_at, s.remain_downloads, s.downloaded,
  s.visited, s.price, s.permission_setting, s.share_view, s.show_readme, s.created_at, s.epoch, f.name, f.type,
  f.size, f.trash_id IS NOT NULL AS is_trashed`
const tables = 'FROM shares s CROSS JOIN files f ON f.key = s.file_key'
const select = `SELECT ${columns}, u.status AS owner_status ${tables} CROSS JOIN users u ON u.key = s.owner_key`
export const selectSharesSql = `SELECT ${columns} ${tables}`

export const shareById = (db: Db, id: string): ShareWithOwnerRow | undefined =>
  db.first(`${select} WHERE s.id = ?`, [id], ShareWithOwnerRow)

const hasEnded = (share: ShareRow, now: number, ignoresDownloads = false): boolean =>
  (share.expires_at !== null && share.expires_at <= now) ||
  (!ignoresDownloads && share.remain_downloads !== null && share.remain_downloads <= 0) ||
  share.is_trashed

/**
 * Whether a share is expired, used up, its source in the trash, or its owner inactive at `now` (milliseconds since
 * 1970).
 */
export const hasShareEnded = (
  share: ShareWithOwnerRow,
  now: number,
  { ignoresDownloads = false } = {},
): boolean => hasEnded(share, now, ignoresDownloads) || share.owner_status !== 'active'

const formatShareUrl = (
  siteUrl: string,
  { id, password }: { readonly id: string; readonly password: string | null },
): string =>
  password === null ? `${siteUrl}/s/${id}` : `${siteUrl}/s/${id}/${encodeURIComponent(password)}`

/** The public URL of a share, including its password. */
export const shareUrl = (
  ctx: RequestContext,
  share: { readonly id: string; readonly password: string | null },
): string => formatShareUrl(ctx.context.siteUrl(ctx.request), share)

export type ShareBody = WithRequired<Wire<typeof Share>, 'owner' | 'permission_setting' | 'size'>

/** An active account. */
type ShareOwner = Parameters<typeof toPublicUserResponse>[0]

/**
 * Makes the records of an owner's shares (docs/protocol.md §5.2); a visitor sees no permissions of others. What is the
 * same in all of them is worked out once.
 */
export function createShareResponseMapper(
  ctx: RequestContext,
  owner: ShareOwner,
  { isOwner }: { isOwner: boolean },
) {
  const now = ctx.context.now()
  const siteUrl = ctx.context.siteUrl(ctx.request)
  const shownOwner = toPublicUserResponse(owner, ctx.user !== null)
  const settings = new Map<string, PermissionSetting>()
  const settingOf = (text: string): PermissionSetting => {
    const setting = settings.get(text) ?? v.parse(PermissionSetting, JSON.parse(text))
    settings.set(text, setting)
    return isOwner ? setting : { ...setting, group_explicit: {}, user_explicit: {} }
  }
  return (share: ShareRow): ShareBody => {
    const isProtected = share.password !== null
    return {
      id: share.id,
      name: share.name,
      visited: share.visited,
      ...(share.downloaded > 0 ? { downloaded: share.downloaded } : {}),
      ...(share.remain_downloads === null ? {} : { remain_downloads: share.remain_downloads }),
      ...(share.price === null ? {} : { price: share.price }),
      ...(share.expires_at === null ? {} : { expires: isoTime(share.expires_at) }),
      unlocked: true,
      ...(isProtected ? { password_protected: true } : {}),
      source_type: share.type,
      owner: shownOwner,
      created_at: isoTime(share.created_at),
      expired: hasEnded(share, now),
      url: formatShareUrl(siteUrl, share),
      permission_setting: share.permission_setting
        ? settingOf(share.permission_setting)
        : noPermissions,
      ...(isOwner && isProtected ? { is_private: true } : {}),
      ...(share.password === null ? {} : { password: share.password }),
      ...(isOwner && share.share_view ? { share_view: true } : {}),
      ...(share.show_readme ? { show_readme: true } : {}),
      size: share.type === FileType.file ? share.size : 0,
    }
  }
}

/** Bytes of a share in an answer beside its permissions, at most. */
const shareBytes = 2048

export type ShareResponseMapper = (share: ShareRow) => ShareBody

/** The records of shares, as many as one answer has room for. */
export const shareBodiesWithinAnswerSize = (
  rows: Iterable<ShareRow>,
  bodyOf: ShareResponseMapper,
): ShareBody[] =>
  itemsWithinAnswerSize(rows, (share) => ({
    item: bodyOf(share),
    bytes: shareBytes + Buffer.byteLength(share.permission_setting ?? ''),
  }))

export const createOwnShareResponseMapper = (ctx: RequestContext): ShareResponseMapper =>
  createShareResponseMapper(ctx, requireUser(ctx), { isOwner: true })

/** The first 1,000 shares of an item, read as they are needed. */
function* firstShares(db: Db, file: FileRow): Generator<ShareRow> {
  const sql = `${selectSharesSql} WHERE s.file_key = ? AND s.key > ? ORDER BY s.key LIMIT 100`
  let last = 0
  for (let portion = 1; portion <= 10; portion++) {
    const rows = db.query(sql, [file.key, last], ShareRow)
    yield* rows
    last = rows.at(-1)?.key ?? Number.MAX_SAFE_INTEGER
  }
}

/** The shares of one item of the caller, oldest first: at most 1,000 and 8 MB. */
export const shareBodiesOfFile = (ctx: RequestContext, file: FileRow): ShareBody[] =>
  shareBodiesWithinAnswerSize(firstShares(ctx.context.db, file), createOwnShareResponseMapper(ctx))
