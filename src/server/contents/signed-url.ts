import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { isValidSignature, signText } from '#src/server/accounts/signatures.ts'
import { userKeyOfFamily } from '#src/server/accounts/tokens.ts'
import { userByKey } from '#src/server/accounts/users.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { fileByKey, uriAndAncestorsOf } from '#src/server/files/files.ts'
import { extensionOf } from '#src/server/files/names.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { requireShareGrant } from '#src/server/shares/share-grants.ts'
import type { ShareCapabilityGrant } from '#src/server/shares/share-grants.ts'
import type { Db } from '#src/server/storage/db.ts'

/** The kind of a signed URL; a signature of one kind is not valid for another. */
type Purpose = 'download' | 'view' | 'thumb' | 'archive'

const flags: Readonly<Record<Purpose, string>> = {
  download: 'download=true&',
  view: '',
  thumb: 'thumb=true&',
  archive: 'archive=true&',
}

/**
 * A URL of `GET /file/content/…` that works without a token, while the caller's sign-in and the grant last, and until
 * `expires` (milliseconds since 1970, rounded down to seconds). `name` is the name that a browser saves it under.
 */
export function createSignedUrl(
  ctx: RequestContext,
  purpose: Purpose,
  {
    id,
    name,
    expires,
    grant = '',
  }: { id: string; name: string; expires: number; grant?: ShareCapabilityGrant | undefined },
): string {
  const { key, siteUrl } = ctx.context
  const seconds = Math.floor(expires / 1000)
  // `.` and `..` cannot be segments of a path.
  const shown = /^\.{1,2}$/.test(name) ? `_${name}` : name
  const path = `${id}/${seconds}/${encodeURIComponent(shown)}`
  const by = ctx.family === '' ? '' : `by=${ctx.family}&`
  const via = grant === '' ? '' : `via=${grant}&`
  const sign = signText(key, purpose, `${id}/${seconds}/${shown}/${ctx.family}/${grant}`)
  return `${siteUrl(ctx.request)}/api/v4/file/content/${path}?${flags[purpose]}${by}${via}sign=${sign}`
}

const Key = v.object({ key: v.number() })

const nothingThere = () => new HttpError(ErrorCode.contentNotFound, 'Entity does not exist')

/** Throws 40077 once the file of a content is gone or, except for a thumbnail, in the trash. */
function requireFile(db: Db, id: string, purpose: Purpose): void {
  const sql = 'SELECT file_key AS key FROM entities WHERE id = ?'
  const entity = db.first(sql, [id], Key)
  const file = entity && fileByKey(db, entity.key)
  if (!file || (purpose !== 'thumb' && uriAndAncestorsOf(db, file).uri.host !== 'my'))
    throw nothingThere()
}

/** The file whose current content this is. A visitor may read no earlier one. Throws 40077. */
function fileOfContent(db: Db, id: string): { readonly key: number } {
  const sql =
    'SELECT f.key FROM entities e JOIN files f ON f.key = e.file_key WHERE e.id = ? AND f.entity_id = e.id'
  const file = db.first(sql, [id], Key)
  if (file) return file
  throw nothingThere()
}

/**
 * Verifies the signed URL of a request, and what a content or thumbnail was granted by. Returns who asked for the URL.
 * Throws 40071 (wrong signature), 40005 (expired), 40077 (the file is gone, or for a grant this is not its current
 * content) and what {@link requireShareGrant} throws.
 */
export function verifySignedUrl(
  ctx: RequestContext,
  purpose: Purpose,
): { id: string; name: string; user: UserRow | null } {
  const { db, key, now } = ctx.context
  const { id = '', expires = '', name = '' } = ctx.params
  const family = ctx.query.get('by') ?? ''
  const grant = ctx.query.get('via') ?? ''
  const sign = ctx.query.get('sign') ?? ''
  if (!isValidSignature(key, purpose, `${id}/${expires}/${name}/${family}/${grant}`, sign)) {
    throw new HttpError(40071, 'Invalid signature')
  }
  const userKey = userKeyOfFamily(ctx.context, family)
  if (family !== '' && userKey === undefined) {
    throw new HttpError(ErrorCode.signatureExpired, 'Signature expired', {
      detail: 'the sign-in has ended',
    })
  }
  if (Number(expires) * 1000 <= now())
    throw new HttpError(ErrorCode.signatureExpired, 'Signature expired')
  const user = (userKey === undefined ? undefined : userByKey(db, userKey)) ?? null
  if (grant === '' && purpose !== 'archive') requireFile(db, id, purpose)
  if (grant !== '') requireShareGrant(db, { grant, user, item: fileOfContent(db, id), now: now() })
  return { id, name, user }
}

/** Types that a browser displays without running anything; all others are sent as attachments. */
const shownTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  aac: 'audio/aac',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  m4v: 'video/mp4',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

const encodeName = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Headers of user content: sandboxed, never sniffed, and an attachment unless its type is safe to display. */
export function contentHeaders(name: string, isDownload: boolean): Record<string, string> {
  const extension = extensionOf(name)
  const type =
    !isDownload && Object.hasOwn(shownTypes, extension) ? shownTypes[extension] : undefined
  return {
    'content-type': type ?? 'application/octet-stream',
    'content-disposition': `${type ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}
