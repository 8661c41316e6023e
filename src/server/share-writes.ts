import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { Capability, hasFlag } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { readBody, readUri, requireUser } from './call.ts'
import type { Call, Route } from './call.ts'
import { Refusal } from './envelope.ts'
import type { FileRow } from './files.ts'
import { isId, newId } from './ids.ts'
import { isRoot, requireCapability, resolvePlace } from './resolve.ts'
import { shareById, shareUrl } from './shares.ts'
import type { ShareRow } from './shares.ts'
import { maxBatchSize } from './site.ts'
import type { UserRow } from './users.ts'

/** Group permissions. */
const permission = { administer: 0, share: 2 } as const
/** The latest time that a Date can hold, in ms. */
const maxTime = 8_640_000_000_000_000
const passwordLetters = '0123456789abcdefghijklmnopqrstuvwxyz'
const passwordLength = 8

const integer = v.nullish(v.pipe(v.number(), v.safeInteger()), 0)
const flag = v.nullish(v.boolean(), false)

/** A link as its owner wishes it. Who may do what, and its price, are not set by it and stay as they are. */
const Wish = v.object({
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
})
type Wish = v.InferOutput<typeof Wish>
const Ids = v.object({ ids: v.array(v.string()) })

const notFound = () => new Refusal(Code.notFound, 'Share not found')

function readId(id: string): string {
  if (!isId(id)) throw new Refusal(Code.invalidParameters, 'Failed to parse object ID')
  return id
}

function requireSharer(call: Call): UserRow {
  const user = requireUser(call)
  if (!hasFlag(user.permission, permission.share)) {
    throw new Refusal(Code.groupNotAllowed, 'Links are not for this group')
  }
  return user
}

/** What a link leads to, in the caller's own space. Throws 403 and 40016. */
function sourceOf(call: Call, text: string): FileRow {
  try {
    const place = resolvePlace(call, readUri(text))
    requireCapability(place, Capability.share)
    if (!place.file || isRoot(place)) {
      throw new Refusal(Code.forbidden, 'Not supported action', { detail: 'a root' })
    }
    return place.file
  } catch (error) {
    const isAbsent =
      error instanceof Refusal &&
      (error.code === Code.pathNotFound || error.code === Code.forbidden)
    if (!isAbsent) throw error
    throw new Refusal(error.code, 'src file not found', { detail: error.detail })
  }
}

/** What creating and editing both set, as columns in the order of `expires_at, remain_downloads, share_view, show_readme`. */
function termsOf(call: Call, wish: Wish) {
  const expires = wish.expire > 0 ? call.context.now() + wish.expire * 1000 : null
  if (expires !== null && expires > maxTime) {
    throw new Refusal(Code.invalidParameters, 'Expire too long')
  }
  return [
    expires,
    wish.downloads > 0 ? wish.downloads : null,
    wish.share_view,
    wish.show_readme,
  ] as const
}

const newPassword = () =>
  Array.from({ length: passwordLength }, () =>
    passwordLetters.charAt(randomInt(passwordLetters.length)),
  ).join('')

/**
 * `PUT /share` (contract.md §5.3): a new link to an item of the caller's own; returns its address, which holds the
 * password. A private link without a password gets one. Throws 401, 403 (a root, the trash, what lies in a share), 40001,
 * 40007 and 40016.
 */
async function createShare(call: Call): Promise<string> {
  const { db, now } = call.context
  const user = requireSharer(call)
  const wish = await readBody(call, Wish)
  const password = wish.is_private ? wish.password || newPassword() : null
  const terms = termsOf(call, wish)
  const id = newId()
  db.transaction(() => {
    const source = sourceOf(call, wish.uri)
    db.run(
      `INSERT INTO shares (id, owner_key, file_key, password, expires_at, remain_downloads, share_view, show_readme,
         created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [id, user.key, source.key, password, ...terms, now()],
    )
  })
  return shareUrl(call, { id, password })
}

/** A link of the caller's own. Throws 40001, and 404 for anybody else's as for none. */
function ownShare(call: Call, user: UserRow): ShareRow {
  const share = shareById(call, readId(call.params['id'] ?? ''))
  if (share?.owner_key !== user.key) throw notFound()
  return share
}

/**
 * `POST /share/:id` (contract.md §5.3): replaces what limits a link, a dead one too; what is left out is cleared, and
 * downloads count anew. Its password stays as it is. Returns its address. Throws 404 when it is not the caller's or
 * leads to something else than `uri`, and what {@link createShare} throws.
 */
async function editShare(call: Call): Promise<string> {
  const { db } = call.context
  const user = requireSharer(call)
  const wish = await readBody(call, Wish)
  const terms = termsOf(call, wish)
  return db.transaction(() => {
    const share = ownShare(call, user)
    if (sourceOf(call, wish.uri).key !== share.file_key) throw notFound()
    db.run(
      'UPDATE shares SET expires_at = ?, remain_downloads = ?, share_view = ?, show_readme = ? WHERE key = ?',
      [...terms, share.key],
    )
    return shareUrl(call, share)
  })
}

/** `DELETE /share/:id` (contract.md §5.4): by its owner or an administrator. Throws 401, 404 and 40001. */
function removeShare(call: Call): void {
  const { db } = call.context
  const user = requireUser(call)
  const id = readId(call.params['id'] ?? '')
  const isAdministrator = hasFlag(user.permission, permission.administer)
  const { changes } = db.run('DELETE FROM shares WHERE id = ? AND (owner_key = ? OR ?)', [
    id,
    user.key,
    isAdministrator,
  ])
  if (changes === 0) throw notFound()
}

/**
 * `DELETE /share` (contract.md §5.4): removes the caller's own among these links; others are passed over in silence.
 * Throws 401, 40074, and 40001 for what is no id, which removes nothing.
 */
async function removeShares(call: Call): Promise<void> {
  const user = requireUser(call)
  const { ids } = await readBody(call, Ids)
  if (ids.length > maxBatchSize) {
    throw new Refusal(Code.batchTooLarge, `Maximum allowed batch size: ${maxBatchSize}`)
  }
  call.context.db.run(
    'DELETE FROM shares WHERE owner_key = ? AND id IN (SELECT value FROM json_each(?))',
    [user.key, JSON.stringify(ids.map(readId))],
  )
}

export const shareWriteRoutes: readonly Route[] = [
  ['PUT', '/share', createShare],
  ['POST', '/share/:id', editShare],
  ['DELETE', '/share/:id', removeShare],
  ['DELETE', '/share', removeShares],
]
