import { ErrorCode } from '#src/contract/error-codes.ts'
import { isSigned, signText } from '#src/server/accounts/signatures.ts'
import { isTokenFamilyActive } from '#src/server/accounts/tokens.ts'
import { extensionOf } from '#src/server/files/names.ts'
import type { Call } from '#src/server/http/call.ts'
import { Refusal } from '#src/server/http/envelope.ts'

/** The kind of a signed URL; a signature of one kind is not valid for another. */
type Purpose = 'download' | 'view' | 'thumb' | 'archive'

const flags: Readonly<Record<Purpose, string>> = {
  download: 'download=true&',
  view: '',
  thumb: 'thumb=true&',
  archive: 'archive=true&',
}

/**
 * A URL of `GET /file/content/…` that works without a token, while the caller's sign-in lasts and until `expires` (milliseconds since 1970, rounded down to
 * seconds). `name` is the name that a browser saves it under.
 */
export function signedUrl(
  call: Call,
  purpose: Purpose,
  { id, name, expires }: { id: string; name: string; expires: number },
): string {
  const { key, siteUrl } = call.context
  const seconds = Math.floor(expires / 1000)
  // `.` and `..` cannot be segments of a path.
  const shown = /^\.{1,2}$/.test(name) ? `_${name}` : name
  const path = `${id}/${seconds}/${encodeURIComponent(shown)}`
  const by = call.family === '' ? '' : `by=${call.family}&`
  const sign = signText(key, purpose, `${id}/${seconds}/${shown}/${call.family}`)
  return `${siteUrl(call.request)}/api/v4/file/content/${path}?${flags[purpose]}${by}sign=${sign}`
}

/** Verifies the signed URL of a request. Throws 40071 (wrong signature) and 40005 (expired). */
export function verifySignedUrl(call: Call, purpose: Purpose): { id: string; name: string } {
  const { db, key, now } = call.context
  const { id = '', expires = '', name = '' } = call.params
  const family = call.query.get('by') ?? ''
  const sign = call.query.get('sign') ?? ''
  if (!isSigned(key, purpose, `${id}/${expires}/${name}/${family}`, sign)) {
    throw new Refusal(40071, 'Invalid signature')
  }
  if (family !== '' && !isTokenFamilyActive(db, family)) {
    throw new Refusal(ErrorCode.signatureExpired, 'Signature expired', {
      detail: 'the sign-in has ended',
    })
  }
  if (Number(expires) * 1000 <= now())
    throw new Refusal(ErrorCode.signatureExpired, 'Signature expired')
  return { id, name }
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
