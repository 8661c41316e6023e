import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import type { Token } from '#src/contract/user.ts'
import type { Db } from './db.ts'
import { Refusal, isoTime } from './envelope.ts'

/** Seconds that an access and a refresh token live. */
const tokenLife = { access: 3600, refresh: 14 * 24 * 3600 } as const
/** Milliseconds that a refresh token stays good after its successor was used. */
const grace = 30_000

type Issuer = { db: Db; now: () => number; key: Uint8Array }

const Claims = v.object({
  token_type: v.picklist(['access', 'refresh']),
  sub: v.string(),
  family: v.string(),
  jti: v.optional(v.string()),
  exp: v.number(),
})
type Claims = v.InferOutput<typeof Claims>

const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')
const mac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest()

/** Signs text with the service's key, in base64url; `purpose` keeps one kind of signature from passing as another. */
export const signText = (key: Uint8Array, purpose: string, text: string): string =>
  mac(key, `${purpose}\n${text}`).toString('base64url')

/** Whether `signature` is that of {@link signText}. */
export function isSigned(
  key: Uint8Array,
  purpose: string,
  text: string,
  signature: string,
): boolean {
  const wanted = Buffer.from(signText(key, purpose, text))
  const given = Buffer.from(signature)
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

function sign(key: Uint8Array, claims: Claims): string {
  const body = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${body}.${mac(key, body).toString('base64url')}`
}

/** The claims of a token that this service signed and that has not run out, or null. */
export function readToken({ key, now }: Issuer, token: string): Claims | null {
  const parts = token.split('.')
  const [head, body = '', signature = ''] = parts
  if (parts.length !== 3 || head !== header) return null
  const wanted = mac(key, `${head}.${body}`)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  try {
    const claims = v.parse(Claims, JSON.parse(Buffer.from(body, 'base64url').toString()))
    return claims.exp * 1000 > now() ? claims : null
  } catch {
    return null
  }
}

type Life = { access?: number; refresh?: number }

function issue(
  { db, now, key }: Issuer,
  userId: string,
  family: { key: number; id: string },
  parentKey: number | null,
  { access = tokenLife.access, refresh = tokenLife.refresh }: Life = {},
): Token {
  const time = now()
  const jti = randomUUID()
  const expires = { access: time + access * 1000, refresh: time + refresh * 1000 }
  db.run(
    'INSERT INTO refresh_tokens (id, family_key, parent_key, expires_at) VALUES (?, ?, ?, ?)',
    [jti, family.key, parentKey, Math.round(expires.refresh)],
  )
  const common = { sub: userId, family: family.id }
  return {
    access_token: sign(key, { token_type: 'access', ...common, exp: expires.access / 1000 }),
    refresh_token: sign(key, {
      token_type: 'refresh',
      ...common,
      jti,
      exp: expires.refresh / 1000,
    }),
    access_expires: isoTime(expires.access),
    refresh_expires: isoTime(expires.refresh),
  }
}

/** Begins a sign-in: a family of refresh tokens and its first pair. `life` is in seconds. */
export function beginFamily(issuer: Issuer, user: { key: number; id: string }, life?: Life): Token {
  const { db, now } = issuer
  return db.transaction(() => {
    db.run('DELETE FROM families WHERE expires_at < ?', [now()])
    const id = randomUUID()
    const expires = now() + tokenLife.refresh * 1000
    const { key } = db.run(
      'INSERT INTO families (id, user_key, created_at, expires_at) VALUES (?, ?, ?, ?)',
      [id, user.key, now(), expires],
    )
    return issue(issuer, user.id, { key, id }, null, life)
  })
}

/** Ends the sign-in that a refresh token belongs to. Throws 40020 for what is not such a token. */
export function endFamily(issuer: Issuer, token: string): void {
  const claims = readToken(issuer, token)
  if (claims?.token_type !== 'refresh') {
    throw new Refusal(Code.invalidCredential, 'Failed to parse token')
  }
  issuer.db.run('DELETE FROM families WHERE id = ?', [claims.family])
}

const RefreshRow = v.object({
  key: v.number(),
  parent_key: v.nullable(v.number()),
  dead_at: v.nullable(v.number()),
  family_key: v.number(),
})

/**
 * Trades a refresh token for a new pair. The old one stays good until its successor has been used once, plus 30 s, since
 * an answer can be lost on the way; presenting it later means that somebody copied it, and ends the whole family.
 * Throws 40020.
 */
export function refreshPair(issuer: Issuer, token: string): Token {
  const { db, now } = issuer
  const refused = () => new Refusal(Code.invalidCredential, 'Failed to issue token pair')
  const claims = readToken(issuer, token)
  if (claims?.token_type !== 'refresh' || !claims.jti) throw refused()
  const row = db.first(
    `SELECT r.key, r.parent_key, r.dead_at, r.family_key FROM refresh_tokens r
     JOIN families f ON f.key = r.family_key JOIN users u ON u.key = f.user_key
     WHERE r.id = ? AND f.id = ? AND u.id = ? AND u.status = 'active'`,
    [claims.jti, claims.family, claims.sub],
    RefreshRow,
  )
  if (!row) throw refused()
  const time = now()
  if (row.dead_at !== null && row.dead_at < time) {
    db.run('DELETE FROM families WHERE key = ?', [row.family_key])
    throw refused()
  }
  return db.transaction(() => {
    // Using this one proves that its parent's answer arrived: the parent and what else it gave birth to fade out.
    if (row.parent_key !== null) {
      db.run(
        'UPDATE refresh_tokens SET dead_at = ? WHERE dead_at IS NULL AND key <> ? AND (key = ? OR parent_key = ?)',
        [time + grace, row.key, row.parent_key, row.parent_key],
      )
    }
    db.run('DELETE FROM refresh_tokens WHERE family_key = ? AND expires_at < ?', [
      row.family_key,
      time,
    ])
    db.run('UPDATE families SET expires_at = ? WHERE key = ?', [
      time + tokenLife.refresh * 1000,
      row.family_key,
    ])
    return issue(issuer, claims.sub, { key: row.family_key, id: claims.family }, row.key)
  })
}

/** Whether the sign-in of an access token still stands. */
export const isFamilyAlive = (db: Db, family: string): boolean =>
  db.first('SELECT key FROM families WHERE id = ?', [family], v.object({ key: v.number() })) !==
  undefined
