import { Capability } from '#src/contract/capability.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { FileType, MetadataKey } from '#src/contract/file.ts'
import { limitConcurrency } from '#src/lib/limit-concurrency.ts'
import { fileByKey } from '#src/server/files/files.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { readMetadata, writeMetadata } from '#src/server/files/item-texts.ts'
import { extensionOf } from '#src/server/files/names.ts'
import { resolveUri } from '#src/server/files/resolve.ts'
import { readUri } from '#src/server/http/call.ts'
import type { Call, Route } from '#src/server/http/call.ts'
import { Refusal, isoTime } from '#src/server/http/envelope.ts'
import { grantOf } from '#src/server/shares/share-grants.ts'
import { thumbId } from '#src/server/storage/ids.ts'
import { contentHeaders, verifySignedUrl, signedUrl } from './signed-url.ts'

/** Maximum size in pixels; the aspect ratio is kept. */
export const thumbSize = { width: 400, height: 300 } as const
/** Extensions of files that have thumbnails. */
export const thumbExtensions: readonly string[] = 'jpg jpeg png webp gif avif tif tiff'.split(' ')

const lifetime = 3600_000
const none = () => new Refusal(ErrorCode.contentNotFound, 'Thumbnail does not exist')

/** Bytes of the largest source picture; it is read into memory. */
const maxSource = 128 * 1024 * 1024
/** Pixels of the largest source picture; some formats are decoded completely, at four bytes a pixel. */
const maxPixels = 100_000_000
/** Supported formats. SVG is excluded, whatever the extension says, because its renderer follows references. */
const pictureFormats: ReadonlySet<string> = new Set('jpeg png webp gif heif tiff'.split(' '))

/** Two large pictures take up to a gigabyte, so at most two are read at the same time. */
const limiter = limitConcurrency(2)
/** Thumbnails in the making, by content id, so that each is made once. */
const inProgress = new Map<string, Promise<void>>()

async function renderThumb(content: Uint8Array): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  // No picture is read twice, and sharp's cache grows to gigabytes with large ones.
  sharp.cache(false)
  const picture = sharp(content, { limitInputPixels: maxPixels })
  const { format } = await picture.metadata()
  if (!format || !pictureFormats.has(format)) throw new Error(`${format} is not supported`)
  return picture
    .rotate()
    .resize(thumbSize.width, thumbSize.height, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
}

async function ensureThumb(call: Call, file: FileRow): Promise<void> {
  const { db, store } = call.context
  const { entity_id: entityId } = file
  const extension = extensionOf(file.name)
  if (file.type !== FileType.file || entityId === null || !thumbExtensions.includes(extension)) {
    throw none()
  }
  if (Object.hasOwn(readMetadata(db, file.key), MetadataKey.thumbDisabled)) throw none()
  if (store.size(thumbId(entityId)) !== null) return
  const running = inProgress.get(entityId)
  if (running) return running
  const started = limiter
    .run(() => storeThumb(call, file, entityId))
    .finally(() => inProgress.delete(entityId))
  inProgress.set(entityId, started)
  return started
}

async function storeThumb(call: Call, file: FileRow, entityId: string): Promise<void> {
  const { db, store } = call.context
  const content = (store.size(entityId) ?? Infinity) <= maxSource ? await store.get(entityId) : null
  if (!content) throw none()
  let thumb: Uint8Array
  try {
    thumb = await renderThumb(content)
  } catch (cause) {
    const current = fileByKey(db, file.key)
    if (current?.entity_id === entityId) {
      const metadata = { ...readMetadata(db, file.key), [MetadataKey.thumbDisabled]: '' }
      writeMetadata(db, file.key, metadata, current.updated_at)
    }
    throw new Refusal(ErrorCode.contentNotFound, 'Thumbnail does not exist', {
      detail: cause instanceof Error ? cause.message : 'not a picture',
    })
  }
  // The thumbnail of a file that was deleted meanwhile would never be removed.
  if (!fileByKey(db, file.key)) throw none()
  store.put(thumbId(entityId), thumb)
}

/**
 * `GET /file/thumb` (docs/protocol.md §8.5): a signed URL of the thumbnail, valid for an hour. Throws 40077 when there
 * is none.
 */
async function thumbUrl(call: Call): Promise<unknown> {
  const { now } = call.context
  const text = call.query.get('uri')
  if (!text) throw new Refusal(ErrorCode.invalidParameters, 'Uri cannot be empty')
  const { file, share } = resolveUri(call, readUri(text))
  if (!file) throw none()
  await ensureThumb(call, file)
  const expires = now() + lifetime
  const id = file.entity_id ?? ''
  return {
    url: signedUrl(call, 'thumb', {
      id,
      name: 'thumb.webp',
      expires,
      grant: share && grantOf(share, Capability.thumbnail),
    }),
    expires: isoTime(expires),
  }
}

/** The bytes of a thumbnail, by signed URL. Throws 40077 and what `verifySignedUrl` throws. */
export async function thumbContent(call: Call): Promise<Response> {
  const { id } = verifySignedUrl(call, 'thumb')
  const bytes = await call.context.store.get(thumbId(id))
  if (!bytes) throw none()
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...contentHeaders('thumb.webp', false),
      'cache-control': 'private, max-age=3600, immutable',
    },
  })
}

export const thumbRoutes: readonly Route[] = [['GET', '/file/thumb', thumbUrl]]
