import { randomUUID } from 'node:crypto'
import { sign, verify } from 'hono/jwt'
import * as v from 'valibot'
import type { TokenPair } from '#src/contract/accounts/token.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { HttpError, isoTime } from '#src/server/http/responses/envelope.ts'
import type { Db } from '#src/server/storage/db.ts'

/** Lifetimes in seconds. */
const tokenLife = { access: 3600, refresh: 14 * 24 * 3600 } as const
/** Milliseconds after which a sign-in ends, however often it is renewed. */
const maxSignInMs = 90 * 24 * 3600_000
/** Milliseconds for which a refresh token remains valid after its successor was used. */
const graceMs = 30_000
/** Successors of one refresh token that are valid at the same time: tabs that refresh at once, and lost answers. */
const maxSuccessors = 50
/** Refresh tokens of one family that are known: more than a page asks for in the two weeks until one expires. */
const maxTokens = 500
const algorithm = 'HS256'

type Issuer = { db: Db; now: () => number; tokenKey: TokenKey }

const Claims = v.object({
  token_type: v.picklist(['access', 'refresh']),
  sub: v.string(),
  family: v.string(),
  jti: v.optional(v.string()),
  exp: v.number(),
})
type Claims = v.InferOutput<typeof Claims>

/** The service's key in the form that JWTs are signed with. */
export type TokenKey = Awaited<ReturnType<typeof importTokenKey>>

/** Prepares the service's key for signing JWTs (HMAC-SHA256). */
export const importTokenKey = (key: Uint8Array) =>
  crypto.subtle.importKey('raw', new Uint8Array(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

/** The claims of a token that this service signed and that has not expired, or null. */
export async function verifyToken(
  { tokenKey, now }: Pick<Issuer, 'tokenKey' | 'now'>,
  token: string,
): Promise<Claims | null> {
  try {
    // Expiry is checked below: the library knows only the system's clock, not the service's.
    const payload = await verify(token, tokenKey, { alg: algorithm, exp: false })
    const claims = v.parse(Claims, payload)
    return claims.exp * 1000 > now() ? claims : null
  } catch {
    return null
  }
}

type Life = { access?: number; refresh?: number }

type Family = { key: number; id: string; createdAt: number }
type Grant = { userId: string; family: Family; jti: string; accessExp: number; refreshExp: number }

/** When the tokens of a family end at the latest, for times in milliseconds since 1970. */
const endOf = ({ createdAt }: Pick<Family, 'createdAt'>, wanted: number): number =>
  Math.min(wanted, createdAt + maxSignInMs)

/**
 * Records a new refresh token of a family. Synchronous, because transactions are; {@link signPair} makes the tokens.
 */
function grant(
  { db, now }: Issuer,
  userId: string,
  family: Family,
  parentKey: number | null,
  { access = tokenLife.access, refresh = tokenLife.refresh }: Life = {},
): Grant {
  const time = now()
  const jti = randomUUID()
  const refreshExp = endOf(family, time + refresh * 1000)
  db.run(
    'INSERT INTO refresh_tokens (id, family_key, parent_key, expires_at) VALUES (?, ?, ?, ?)',
    [jti, family.key, parentKey, Math.round(refreshExp)],
  )
  return { userId, family, jti, accessExp: endOf(family, time + access * 1000), refreshExp }
}

async function signPair(
  { tokenKey }: Issuer,
  { userId, family, jti, accessExp, refreshExp }: Grant,
): Promise<TokenPair> {
  const signClaims = (claims: Claims) => sign(claims, tokenKey, algorithm)
  const common = { sub: userId, family: family.id }
  return {
    access_token: await signClaims({ token_type: 'access', ...common, exp: accessExp / 1000 }),
    refresh_token: await signClaims({
      token_type: 'refresh',
      ...common,
      jti,
      exp: refreshExp / 1000,
    }),
    access_expires: isoTime(accessExp),
    refresh_expires: isoTime(refreshExp),
  }
}

/** Begins a sign-in: a family of refresh tokens and its first pair. `life` is in seconds, `client` the `User-Agent`. */
export async function startTokenFamily(
  issuer: Issuer,
  user: { key: number; id: string },
  { life, client = '' }: { life?: Life; client?: string } = {},
): Promise<TokenPair> {
  const { db, now } = issuer
  const granted = db.transaction(() => {
    db.run('DELETE FROM families WHERE expires_at < ?', [now()])
    const id = randomUUID()
    const createdAt = now()
    const { key } = db.run(
      'INSERT INTO families (id, user_key, created_at, used_at, expires_at, client) VALUES (?, ?, ?, ?, ?, ?)',
      [id, user.key, createdAt, createdAt, createdAt + tokenLife.refresh * 1000, client],
    )
    return grant(issuer, user.id, { key, id, createdAt }, null, life)
  })
  return signPair(issuer, granted)
}

/** Ends the sign-in that a refresh token belongs to. Throws 40020 for anything but a valid refresh token. */
export async function revokeFamilyOfRefreshToken(issuer: Issuer, token: string): Promise<void> {
  const claims = await verifyToken(issuer, token)
  if (claims?.token_type !== 'refresh') {
    throw new HttpError(ErrorCode.invalidToken, 'Failed to parse token')
  }
  issuer.db.run('DELETE FROM families WHERE id = ?', [claims.family])
}

const RefreshRow = v.object({
  key: v.number(),
  parent_key: v.nullable(v.number()),
  dead_at: v.nullable(v.number()),
  family_key: v.number(),
  created_at: v.number(),
})

/**
 * Exchanges a refresh token for a new pair. The old one remains valid until 30 s after its successor was first used,
 * because an answer can be lost in transit; presenting it later means that somebody copied it, and ends the whole
 * family, as does one that has made way for newer ones, and as do 90 days. Throws 40020.
 */
export async function refreshPair(issuer: Issuer, token: string): Promise<TokenPair> {
  const { db, now } = issuer
  const refused = () => new HttpError(ErrorCode.invalidToken, 'Failed to issue token pair')
  const claims = await verifyToken(issuer, token)
  if (claims?.token_type !== 'refresh' || !claims.jti) throw refused()
  const row = db.first(
    `SELECT r.key, r.parent_key, r.dead_at, r.family_key, f.created_at FROM refresh_tokens r
     JOIN families f ON f.key = r.family_key JOIN users u ON u.key = f.user_key
     WHERE r.id = ? AND f.id = ? AND u.id = ? AND u.status = 'active'`,
    [claims.jti, claims.family, claims.sub],
    RefreshRow,
  )
  const time = now()
  const isReused = !row || (row.dead_at !== null && row.dead_at < time)
  if (isReused || endOf({ createdAt: row.created_at }, Infinity) <= time) {
    db.run('DELETE FROM families WHERE id = ?', [claims.family])
    throw refused()
  }
  const family = { key: row.family_key, id: claims.family, createdAt: row.created_at }
  const granted = db.transaction(() => {
    // Using this token proves that the answer that carried it arrived: its parent and siblings are no longer needed.
    if (row.parent_key !== null) {
      db.run(
        'UPDATE refresh_tokens SET dead_at = ? WHERE dead_at IS NULL AND key <> ? AND (key = ? OR parent_key = ?)',
        [time + graceMs, row.key, row.parent_key, row.parent_key],
      )
    }
    db.run('DELETE FROM refresh_tokens WHERE family_key = ? AND expires_at < ?', [
      row.family_key,
      time,
    ])
    db.run('UPDATE families SET used_at = ?, expires_at = ? WHERE key = ?', [
      time,
      endOf(family, time + tokenLife.refresh * 1000),
      row.family_key,
    ])
    const granted = grant(issuer, claims.sub, family, row.key)
    db.run(
      `DELETE FROM refresh_tokens WHERE parent_key = ? AND key NOT IN
         (SELECT key FROM refresh_tokens WHERE parent_key = ? ORDER BY key DESC LIMIT ?)`,
      [row.key, row.key, maxSuccessors],
    )
    db.run(
      `DELETE FROM refresh_tokens WHERE family_key = ? AND key <=
         (SELECT key FROM refresh_tokens WHERE family_key = ? ORDER BY key DESC LIMIT 1 OFFSET ?)`,
      [row.family_key, row.family_key, maxTokens],
    )
    return granted
  })
  return signPair(issuer, granted)
}

type FamilyContext = Pick<Issuer, 'db' | 'now'>

/** The key of the user who signed in; undefined once that sign-in has ended. */
export const userKeyOfFamily = ({ db, now }: FamilyContext, family: string): number | undefined =>
  db.first(
    'SELECT user_key FROM families WHERE id = ? AND expires_at > ?',
    [family, now()],
    v.object({ user_key: v.number() }),
  )?.user_key

export const isTokenFamilyActive = (context: FamilyContext, family: string): boolean =>
  userKeyOfFamily(context, family) !== undefined
