import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { ShareListPage } from '#src/contract/share.ts'
import { userById } from '#src/server/accounts/users.ts'
import {
  afterCursorCondition,
  type Cursor,
  formatCursor,
  orderByClause,
  parseCursor,
} from '#src/server/http/cursor.ts'
import { malformedIdError, queryInteger, requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { createAbortablePause } from '#src/server/http/time-slices.ts'
import type { WithRequired, Wire } from '#src/server/http/wire.ts'
import { sharePermissionsOf } from './share-permissions.ts'
import {
  ShareRow,
  createShareResponseMapper,
  createOwnShareResponseMapper,
  selectSharesSql,
  shareBodiesWithinAnswerSize,
} from './shares.ts'
import type { ShareResponseMapper } from './shares.ts'

const never = 9007199254740991
/** Sort expressions (those of the indexes) and the value of a row; any other `order_by` sorts by id. */
const orders: Readonly<Record<string, { column: string; value: (share: ShareRow) => number }>> = {
  views: { column: 's.visited', value: (share) => share.visited },
  downloads: { column: 's.downloaded', value: (share) => share.downloaded },
  created_at: { column: 's.created_at', value: (share) => share.created_at },
  remain_downloads: {
    column: `ifnull(s.remain_downloads, ${never})`,
    value: (share) => share.remain_downloads ?? never,
  },
  expires: {
    column: `ifnull(s.expires_at, ${never})`,
    value: (share) => share.expires_at ?? never,
  },
  price: { column: 'ifnull(s.price, 0)', value: (share) => share.price ?? 0 },
}

type SharePage = WithRequired<Wire<typeof ShareListPage>, 'pagination'>
/**
 * Which shares of an owner a list holds; `where` is a further SQL condition on `s` and `f`.
 */
type ListedShares = {
  readonly ownerKey: number
  readonly where?: { readonly sql: string; readonly params: readonly number[] }
  readonly isShown?: (share: ShareRow) => boolean
}

/** A page of shares by the query of the request; without `order_by` in order of creation. Throws 40001 and 50001. */
async function sharePage(
  ctx: RequestContext,
  { ownerKey, where, isShown = () => true }: ListedShares,
  bodyOf: ShareResponseMapper,
): Promise<SharePage> {
  const size = queryInteger(ctx, 'page_size')
  if (!size) throw new HttpError(ErrorCode.invalidParameters, 'PageSize cannot be empty')
  if (size < 10) throw new HttpError(ErrorCode.invalidParameters, 'PageSize too short')
  if (size > 100) throw new HttpError(ErrorCode.invalidParameters, 'PageSize too long')
  const wished = ctx.query.get('order_by') ?? ''
  const name = Object.hasOwn(orders, wished) ? wished : ''
  const order = orders[name]
  const isDescending = ctx.query.get('order_direction') === 'desc'
  const token = ctx.query.get('next_page_token')
  const cursor = token ? parseCursor(token, name, false) : null
  if (token && !cursor) {
    throw new HttpError(ErrorCode.internal, 'Failed to list shares', {
      detail: 'malformed next_page_token',
    })
  }
  const column = order?.column ?? null
  const cursorAt = (share: ShareRow): Cursor => ({
    order: name,
    key: share.key,
    value: order?.value(share) ?? null,
    inFiles: false,
  })
  const readAfter = (row: Cursor | null): ShareRow[] => {
    const after = afterCursorCondition(row, column, 's.key', isDescending)
    return ctx.context.db.query(
      `${selectSharesSql} WHERE s.owner_key = ?${where?.sql ?? ''}${after.sql}${orderByClause(column, 's.key', isDescending)} LIMIT ?`,
      [ownerKey, ...(where?.params ?? []), ...after.params, size + 1],
      ShareRow,
    )
  }
  // Pages are full and end with a row that is shown: neither their length nor the cursor tells of others.
  const pause = createAbortablePause(ctx)
  let rows = readAfter(cursor)
  const shown = rows.filter(isShown)
  for (let last = rows[size]; last && shown.length <= size; last = rows[size]) {
    await pause()
    rows = readAfter(cursorAt(last))
    shown.push(...rows.filter(isShown))
  }
  const shares = shareBodiesWithinAnswerSize(shown.slice(0, size), bodyOf)
  const last = shares.length < shown.length ? shown[shares.length - 1] : undefined
  const next = last && formatCursor(cursorAt(last))
  return {
    shares,
    pagination: {
      page: 0,
      page_size: size,
      ...(next ? { next_token: next } : {}),
      is_cursor: true,
    },
  }
}

/** `GET /share` (docs/protocol.md §5.1): the caller's shares. */
const listOwn = (ctx: RequestContext): Promise<SharePage> =>
  sharePage(ctx, { ownerKey: requireUser(ctx).key }, createOwnShareResponseMapper(ctx))

/** Whether a share is open, and the item it shares not in the trash itself. The one parameter is the time. */
const isOpenSql = ` AND (s.expires_at IS NULL OR s.expires_at > ?) AND ifnull(s.remain_downloads, 1) > 0
  AND f.trash_id IS NULL`

/**
 * `GET /user/shares/:id` (docs/protocol.md §2.4): the open links that a user shows to other users: none unless they choose
 * to, those without a password, or all of them, whose passwords are not told. Those that the caller may not open are left
 * out. Throws 401, 40001 and 50001.
 */
async function listOfProfile(ctx: RequestContext): Promise<SharePage> {
  const { db, now } = ctx.context
  const caller = requireUser(ctx)
  const owner = userById(db, ctx.params['id'] ?? '')
  if (owner?.status !== 'active') throw malformedIdError()
  if (owner.share_links_in_profile === 'hide_share') {
    throw new HttpError(ErrorCode.invalidParameters, 'User has disabled share links in profile')
  }
  const isPublic = owner.share_links_in_profile === 'all_share' ? '' : ' AND s.password IS NULL'
  const bodyOf = createShareResponseMapper(ctx, owner, { isOwner: false })
  const isShown = ({ permission_setting: setting }: ShareRow) =>
    sharePermissionsOf(caller, setting, owner).includes(SharePermission.read)
  return sharePage(
    ctx,
    { ownerKey: owner.key, where: { sql: isOpenSql + isPublic, params: [now()] }, isShown },
    (share) => {
      const { password: _password, ...body } = bodyOf({ ...share, password: null })
      const isProtected = share.password !== null
      return { ...body, unlocked: false, ...(isProtected ? { password_protected: true } : {}) }
    },
  )
}

export const shareListRoutes: readonly Route[] = [
  ['GET', '/share', route(ShareListPage, listOwn)],
  ['GET', '/user/shares/:id', route(ShareListPage, listOfProfile)],
]
