import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import { readUri } from './call.ts'
import type { Call, Route } from './call.ts'
import { Refusal, isoTime } from './envelope.ts'
import type { FileRow } from './files.ts'
import { resolvePlace } from './resolve.ts'
import { isSigned, signText } from './tokens.ts'

/** Pixels; a picture is cut to fill it. */
export const thumbSize = { width: 400, height: 300 } as const
/** Kinds of files that a thumbnail can be made of. */
export const thumbExtensions: readonly string[] = 'jpg jpeg png webp gif avif tif tiff'.split(' ')

const lifetime = 3600_000
const none = () => new Refusal(Code.nothingThere, 'Thumbnail does not exist')
/** Where the store keeps the thumbnail of a content. */
export const thumbId = (entityId: string) => `${entityId}-thumb`

async function draw(call: Call, file: FileRow): Promise<void> {
  const { store } = call.context
  const { entity_id: entityId } = file
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  if (file.type !== FileType.file || entityId === null || !thumbExtensions.includes(extension)) {
    throw none()
  }
  if (await store.get(thumbId(entityId))) return
  const content = await store.get(entityId)
  if (!content) throw none()
  const { default: sharp } = await import('sharp')
  let thumb: Uint8Array
  try {
    thumb = await sharp(content, { limitInputPixels: 100_000_000 })
      .rotate()
      .resize(thumbSize.width, thumbSize.height, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer()
  } catch (cause) {
    throw new Refusal(Code.nothingThere, 'Thumbnail does not exist', {
      detail: cause instanceof Error ? cause.message : 'not a picture',
    })
  }
  store.put(thumbId(entityId), thumb)
}

/** `GET /file/thumb` (contract.md §8): an address of the thumbnail, good for an hour. Throws 40077 when there is none. */
async function thumbAddress(call: Call): Promise<unknown> {
  const { key, now, siteUrl } = call.context
  const text = call.query.get('uri')
  if (!text) throw new Refusal(Code.invalidParameters, 'Uri cannot be empty')
  const { file } = resolvePlace(call, readUri(text))
  if (!file) throw none()
  await draw(call, file)
  const expires = now() + lifetime
  const path = `${file.entity_id}/${Math.floor(expires / 1000)}`
  const sign = signText(key, 'thumb', path)
  const origin = siteUrl(call.request)
  return {
    url: `${origin}/api/v4/file/content/${path}/thumb.webp?thumb=true&sign=${sign}`,
    expires: isoTime(expires),
  }
}

/** The bytes of a thumbnail for whoever holds its signed address. Throws 40005 and 40071. */
export async function thumbContent(call: Call): Promise<Response> {
  const { key, now, store } = call.context
  const { id = '', expires = '' } = call.params
  if (!isSigned(key, 'thumb', `${id}/${expires}`, call.query.get('sign') ?? '')) {
    throw new Refusal(40071, 'Invalid signature')
  }
  if (Number(expires) * 1000 <= now()) throw new Refusal(Code.signatureExpired, 'Signature expired')
  const bytes = await store.get(thumbId(id))
  if (!bytes) throw none()
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=3600, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  })
}

export const thumbRoutes: readonly Route[] = [['GET', '/file/thumb', thumbAddress]]
