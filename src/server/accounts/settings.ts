import * as v from 'valibot'
import { SecondFactorSecret, UserSetting } from '#src/contract/accounts/user.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { NoData } from '#src/contract/schema.ts'
import { maxVersionsPerAuthor } from '#src/server/contents/versions.ts'
import { readBody, requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import type { Wire } from '#src/server/http/wire.ts'
import type { SqlValue } from '#src/server/storage/db.ts'
import { NewPassword } from './credentials.ts'
import { isPasswordOfUser } from './sign-in/password-check.ts'
import { verifyTotpCode } from './sign-in/totp.ts'
import { isTokenFamilyActive } from './tokens.ts'
import { changePasswordAndEndSignIns } from './user-writes.ts'
import { userByKey } from './users.ts'
import type { UserRow } from './users.ts'

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(255))
const color = v.pipe(
  v.string(),
  v.maxLength(64),
  v.regex(/^(?:#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/a-z-]+\))$/i),
)
const Change = v.object({
  nick: v.nullish(name),
  language: v.nullish(name),
  preferred_theme: v.nullish(color),
  version_retention_enabled: v.nullish(v.boolean()),
  version_retention_ext: v.nullish(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(255))), v.maxLength(200)),
  ),
  version_retention_max: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  current_password: v.nullish(v.pipe(v.string(), v.minLength(4), v.maxLength(128))),
  new_password: v.nullish(NewPassword),
  two_fa_enabled: v.nullish(v.boolean()),
  two_fa_code: v.nullish(v.string()),
  disable_view_sync: v.nullish(v.boolean()),
  share_links_in_profile: v.nullish(v.picklist(['', 'all_share', 'hide_share'])),
})
type Change = v.InferOutput<typeof Change>

/** `GET /user/setting` (docs/protocol.md §2.4). */
const settingBody = (user: UserRow): Wire<typeof UserSetting> => ({
  version_retention_enabled: user.version_retention_enabled,
  version_retention_ext: user.version_retention_ext,
  version_retention_max: user.version_retention_max,
  two_fa_enabled: user.totp_secret !== null,
  disable_view_sync: user.disable_view_sync,
  share_links_in_profile: user.share_links_in_profile,
})

/** The columns that a change sets as they are. 0 versions means all of them, of which the service keeps 20. */
const columnsOf = (change: Change): Readonly<Record<string, SqlValue | null | undefined>> => ({
  nickname: change.nick,
  language: change.language,
  preferred_theme: change.preferred_theme,
  version_retention_enabled: change.version_retention_enabled,
  version_retention_ext:
    change.version_retention_ext && JSON.stringify(change.version_retention_ext),
  version_retention_max:
    change.version_retention_max === 0
      ? maxVersionsPerAuthor
      : change.version_retention_max &&
        Math.min(change.version_retention_max, maxVersionsPerAuthor),
  disable_view_sync: change.disable_view_sync,
  share_links_in_profile: change.share_links_in_profile,
})

/** The hash of the new password, if one is wished. Throws 40069 for a wrong old one, 40001 when one of both is missing. */
async function newHash(
  ctx: RequestContext,
  user: UserRow,
  change: Change,
): Promise<string | undefined> {
  const { current_password: current, new_password: wished } = change
  if (!current && !wished) return undefined
  if (!current || !wished) {
    throw new HttpError(ErrorCode.invalidParameters, 'Both passwords are required')
  }
  if (!(await isPasswordOfUser(ctx, user, { email: user.email, password: current }))) {
    throw new HttpError(ErrorCode.wrongPassword, 'Incorrect password')
  }
  return ctx.context.hasher.hash(wished)
}

type SecondFactor = { readonly secret: string | null; readonly step: number }

/**
 * What the second factor becomes, if a change is wished. Throws 40022 for a wrong code: of the secret that is being set up,
 * or to turn it off, of the one that is in use.
 */
function newSecondFactor(
  ctx: RequestContext,
  user: UserRow,
  change: Change,
): SecondFactor | undefined {
  const { throttles, secondFactors, now } = ctx.context
  const isWished = change.two_fa_enabled ?? undefined
  if (isWished === undefined || isWished === (user.totp_secret !== null)) return undefined
  const key = String(user.key)
  const throttle = throttles.secondFactor
  const secret = isWished ? secondFactors.setupOf(user.key) : user.totp_secret
  const isBlocked = throttle.isBlocked(key, ctx.address)
  if (!isBlocked) throttle.fail(key, ctx.address)
  const last = isWished ? 0 : user.totp_step
  const step =
    isBlocked || secret === null
      ? null
      : verifyTotpCode(secret, change.two_fa_code ?? '', now(), last)
  if (step === null) throw new HttpError(ErrorCode.wrongSecondFactor, 'Incorrect 2FA code')
  throttle.succeed(key, ctx.address)
  return { secret: isWished ? secret : null, step }
}

/** The caller as of now: another request can have ended the sign-in while passwords were hashed. Throws 401. */
function stillSignedIn(ctx: RequestContext, { key }: UserRow): UserRow {
  const user = isTokenFamilyActive(ctx.context, ctx.family) && userByKey(ctx.context.db, key)
  if (!user) throw new HttpError(ErrorCode.signInRequired, 'Login required')
  return user
}

/**
 * `PATCH /user/setting` (docs/protocol.md §2.4): any of the settings, all or none of them. Another password ends the other
 * sign-ins of the user. Throws 40001, 40022 and 40069.
 */
async function changeSetting(ctx: RequestContext): Promise<void> {
  const { db, events, secondFactors } = ctx.context
  const before = requireUser(ctx)
  const change = await readBody(ctx, Change)
  const hash = await newHash(ctx, before, change)
  const user = stillSignedIn(ctx, before)
  if (hash !== undefined && user.password_hash !== before.password_hash) {
    throw new HttpError(ErrorCode.wrongPassword, 'Incorrect password')
  }
  const factor = newSecondFactor(ctx, user, change)
  db.transaction(() => {
    for (const [column, value] of Object.entries(columnsOf(change))) {
      if (value === null || value === undefined) continue
      db.run(`UPDATE users SET ${column} = ? WHERE key = ?`, [value, user.key])
    }
    if (factor) {
      const { secret, step } = factor
      db.run('UPDATE users SET totp_secret = ?, totp_step = ? WHERE key = ?', [
        secret,
        step,
        user.key,
      ])
    }
    if (hash !== undefined) changePasswordAndEndSignIns(db, user.key, hash, ctx.family)
  })
  if (factor) secondFactors.endSetup(user.key)
  if (hash === undefined) return
  secondFactors.endAll(user.key)
  events.endDisallowed()
}

/**
 * `GET /user/setting/2fa` (docs/protocol.md §2.4): a new secret, good for ten minutes, which a code of it turns on. Throws
 * 40001 while there is a second factor: whoever has taken over a sign-in could put another one in its place.
 */
function beginSecondFactor(ctx: RequestContext): string {
  const user = requireUser(ctx)
  if (user.totp_secret !== null) {
    throw new HttpError(ErrorCode.invalidParameters, 'The second factor is on already')
  }
  return ctx.context.secondFactors.beginSetup(user.key)
}

export const settingRoutes: readonly Route[] = [
  ['GET', '/user/setting', route(UserSetting, (ctx) => settingBody(requireUser(ctx)))],
  ['PATCH', '/user/setting', route(NoData, changeSetting)],
  ['GET', '/user/setting/2fa', route(SecondFactorSecret, beginSecondFactor)],
]
