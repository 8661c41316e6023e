import { Code } from '#src/contract/codes.ts'
import { FileType, Metadata } from '#src/contract/file.ts'
import { readUri } from './call.ts'
import type { Call, Route } from './call.ts'
import { Refusal, isoTime } from './envelope.ts'
import { fileByKey, readMetadata, writeMetadata } from './files.ts'
import type { FileRow } from './files.ts'
import { resolvePlace } from './resolve.ts'
import { contentHeaders, requireSigned, signedAddress } from './signed-address.ts'

/** Pixels; a picture fits inside, uncut. */
export const thumbSize = { width: 400, height: 300 } as const
/** Kinds of files that a thumbnail can be made of. */
export const thumbExtensions: readonly string[] = 'jpg jpeg png webp gif avif tif tiff'.split(' ')

const lifetime = 3600_000
const none = () => new Refusal(Code.nothingThere, 'Thumbnail does not exist')
/** Where the store keeps the thumbnail of a content. */
export const thumbId = (entityId: string) => `${entityId}-thumb`

/** Bytes of the largest picture that is read; all of it is in memory meanwhile. */
const maxSource = 128 * 1024 * 1024
/** Of the largest picture that is drawn. Some kinds are unpacked whole first, which takes four bytes for each. */
const maxPixels = 100_000_000
/** Kinds that are drawn. Markup is not, whatever its name says: reading it would be running it. */
const pictureFormats: ReadonlySet<string> = new Set('jpeg png webp gif heif tiff'.split(' '))

/** Pictures that are drawn at the same time: two large ones take up to a gigabyte. */
const mostAtOnce = 2
let drawing = 0
/** What is being drawn, by the id of the content: who asks meanwhile waits for the same. */
const underWay = new Map<string, Promise<void>>()
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (drawing >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else drawing++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // Whoever is next takes this place.
    if (next) next()
    else drawing--
  }
}

async function shrink(content: Uint8Array): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  // No picture is drawn twice, and what it keeps of large ones grows to gigabytes.
  sharp.cache(false)
  const picture = sharp(content, { limitInputPixels: maxPixels })
  const { format } = await picture.metadata()
  if (!format || !pictureFormats.has(format)) throw new Error(`${format} is not drawn`)
  return picture
    .rotate()
    .resize(thumbSize.width, thumbSize.height, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
}

async function draw(call: Call, file: FileRow): Promise<void> {
  const { store } = call.context
  const { entity_id: entityId } = file
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  if (file.type !== FileType.file || entityId === null || !thumbExtensions.includes(extension)) {
    throw none()
  }
  const metadata = readMetadata(file)
  if (Object.hasOwn(metadata, Metadata.thumbDisabled)) throw none()
  if (store.size(thumbId(entityId)) !== null) return
  const begun = underWay.get(entityId)
  if (begun) return begun
  const drawn = inTurn(() => drawNow(call, file, entityId)).finally(() => underWay.delete(entityId))
  underWay.set(entityId, drawn)
  return drawn
}

async function drawNow(call: Call, file: FileRow, entityId: string): Promise<void> {
  const { db, store } = call.context
  const content = (store.size(entityId) ?? Infinity) <= maxSource ? await store.get(entityId) : null
  if (!content) throw none()
  let thumb: Uint8Array
  try {
    thumb = await shrink(content)
  } catch (cause) {
    const current = fileByKey(db, file.key)
    if (current?.entity_id === entityId) {
      const known = new Map(Object.entries(readMetadata(current)))
      writeMetadata(db, file.key, known.set(Metadata.thumbDisabled, ''), current.updated_at)
    }
    throw new Refusal(Code.nothingThere, 'Thumbnail does not exist', {
      detail: cause instanceof Error ? cause.message : 'not a picture',
    })
  }
  // Deleted for good while it was drawn, it would never be removed.
  if (!fileByKey(db, file.key)) throw none()
  store.put(thumbId(entityId), thumb)
}

/** `GET /file/thumb` (contract.md §8): an address of the thumbnail, good for an hour. Throws 40077 when there is none. */
async function thumbAddress(call: Call): Promise<unknown> {
  const { now } = call.context
  const text = call.query.get('uri')
  if (!text) throw new Refusal(Code.invalidParameters, 'Uri cannot be empty')
  const { file } = resolvePlace(call, readUri(text))
  if (!file) throw none()
  await draw(call, file)
  const expires = now() + lifetime
  const id = file.entity_id ?? ''
  return {
    url: signedAddress(call, 'thumb', { id, name: 'thumb.webp', expires }),
    expires: isoTime(expires),
  }
}

/** The bytes of a thumbnail for whoever holds its signed address. Throws 40005, 40071 and 40077. */
export async function thumbContent(call: Call): Promise<Response> {
  const { id } = requireSigned(call, 'thumb')
  const bytes = await call.context.store.get(thumbId(id))
  if (!bytes) throw none()
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...contentHeaders('thumb.webp', false),
      'cache-control': 'private, max-age=3600, immutable',
    },
  })
}

export const thumbRoutes: readonly Route[] = [['GET', '/file/thumb', thumbAddress]]
