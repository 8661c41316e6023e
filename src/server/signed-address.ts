import { Code } from '#src/contract/codes.ts'
import type { Call } from './call.ts'
import { Refusal } from './envelope.ts'
import { isSigned, signText } from './tokens.ts'

/** What an address leads to; a signature for one is none for another. */
type Purpose = 'download' | 'view' | 'thumb' | 'archive'

const flags: Readonly<Record<Purpose, string>> = {
  download: 'download=true&',
  view: '',
  thumb: 'thumb=true&',
  archive: 'archive=true&',
}

/**
 * An address of `GET /file/content/…` that works without a token until `expires` (milliseconds since 1970, whole
 * seconds count). `name` is what a browser saves it as.
 */
export function signedAddress(
  call: Call,
  purpose: Purpose,
  { id, name, expires }: { id: string; name: string; expires: number },
): string {
  const { key, siteUrl } = call.context
  const seconds = Math.floor(expires / 1000)
  // A path cannot hold every name: `.` and `..` would lead elsewhere.
  const shown = /^\.{1,2}$/.test(name) ? `_${name}` : name
  const path = `${id}/${seconds}/${encodeURIComponent(shown)}`
  const sign = signText(key, purpose, `${id}/${seconds}/${shown}`)
  return `${siteUrl(call.request)}/api/v4/file/content/${path}?${flags[purpose]}sign=${sign}`
}

/** Checks the address that a request came by. Throws 40071 (not ours) and 40005 (its time is over). */
export function requireSigned(call: Call, purpose: Purpose): { id: string; name: string } {
  const { key, now } = call.context
  const { id = '', expires = '', name = '' } = call.params
  if (!isSigned(key, purpose, `${id}/${expires}/${name}`, call.query.get('sign') ?? '')) {
    throw new Refusal(40071, 'Invalid signature')
  }
  if (Number(expires) * 1000 <= now()) throw new Refusal(Code.signatureExpired, 'Signature expired')
  return { id, name }
}

/** Types that a browser shows without ever running anything; every other content is a file to save. */
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

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

const encodeName = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Headers of somebody's bytes: never a page or a script of this site, and a file to save unless it can be shown. */
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
