import * as v from 'valibot'
import { ThumbUrl } from '#src/contract/content.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType, MetadataKey } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { fileByKey } from '#src/server/files/files.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { readMetadata, writeMetadata } from '#src/server/files/metadata/item-texts.ts'
import { extensionOf } from '#src/server/files/names.ts'
import { resolveUri } from '#src/server/files/resolve.ts'
import { parseRequestUri } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError, isoTime } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import type { Wire } from '#src/server/http/wire.ts'
import { UnrenderablePictureError } from '#src/server/pictures/thumbnail-processes.ts'
import { createShareCapabilityGrant } from '#src/server/shares/share-grants.ts'
import { thumbnailContentId } from '#src/server/storage/ids.ts'
import { contentHeaders, verifySignedUrl, createSignedUrl } from './signed-url.ts'

/** It is in pixels; the aspect ratio is kept. */
export const maxThumbnailSize = { width: 400, height: 300 } as const
/** Files with these extensions have thumbnails. */
export const thumbnailExtensions: readonly string[] = 'jpg jpeg png webp gif avif tif tiff'.split(
  ' ',
)

const lifetime = 3600_000
const none = () => new HttpError(ErrorCode.contentNotFound, 'Thumbnail does not exist')

/** Bytes of the largest source picture; it is read into memory. */
const maxSource = 128 * 1024 * 1024

/** Thumbnails in the making, by content id, so that each is made once. */
const inProgress = new Map<string, Promise<void>>()

async function ensureThumb(ctx: RequestContext, file: FileRow): Promise<void> {
  const { db, store } = ctx.context
  const { entity_id: entityId } = file
  const extension = extensionOf(file.name)
  if (
    file.type !== FileType.file ||
    entityId === null ||
    !thumbnailExtensions.includes(extension)
  ) {
    throw none()
  }
  if (Object.hasOwn(readMetadata(db, file.key), MetadataKey.thumbDisabled)) throw none()
  if (store.size(thumbnailContentId(entityId)) !== null) return
  const running = inProgress.get(entityId)
  if (running) return running
  const started = storeThumb(ctx, file, entityId).finally(() => inProgress.delete(entityId))
  inProgress.set(entityId, started)
  return started
}

async function storeThumb(ctx: RequestContext, file: FileRow, entityId: string): Promise<void> {
  const { db, pictures, store } = ctx.context
  if ((store.size(entityId) ?? Infinity) > maxSource) throw none()
  let thumb: Uint8Array
  try {
    thumb = await pictures.draw(async () => {
      const content = await store.read(entityId)
      if (!content) throw none()
      return content
    })
  } catch (error) {
    if (!(error instanceof UnrenderablePictureError)) throw error
    const current = fileByKey(db, file.key)
    if (current?.entity_id === entityId) {
      const metadata = { ...readMetadata(db, file.key), [MetadataKey.thumbDisabled]: '' }
      writeMetadata(db, file.key, metadata, current.updated_at)
    }
    throw new HttpError(ErrorCode.contentNotFound, 'Thumbnail does not exist', {
      detail: error.message,
    })
  }
  // The thumbnail of a content that was deleted meanwhile would never be removed.
  const sql = 'SELECT id FROM entities WHERE id = ?'
  if (!db.first(sql, [entityId], v.object({ id: v.string() }))) throw none()
  store.put(thumbnailContentId(entityId), thumb)
}

/**
 * `GET /file/thumb` (docs/protocol.md §8.5): a signed URL of the thumbnail, valid for an hour. Throws 40077 when there
 * is none.
 */
async function thumbUrl(ctx: RequestContext): Promise<Wire<typeof ThumbUrl>> {
  const { now } = ctx.context
  const text = ctx.query.get('uri')
  if (!text) throw new HttpError(ErrorCode.invalidParameters, 'Uri cannot be empty')
  const { file, share } = resolveUri(ctx, parseRequestUri(text))
  if (!file) throw none()
  await ensureThumb(ctx, file)
  const expires = now() + lifetime
  const id = file.entity_id ?? ''
  return {
    url: createSignedUrl(ctx, 'thumb', {
      id,
      name: 'thumb.webp',
      expires,
      grant: share && createShareCapabilityGrant(share, Capability.thumbnail),
    }),
    expires: isoTime(expires),
  }
}

/** The bytes of a thumbnail, by signed URL. Throws 40077 and what `verifySignedUrl` throws. */
export async function thumbnailResponseForSignedUrl(ctx: RequestContext): Promise<Response> {
  const { id } = verifySignedUrl(ctx, 'thumb')
  const bytes = await ctx.context.store.get(thumbnailContentId(id))
  if (!bytes) throw none()
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...contentHeaders('thumb.webp', false),
      'cache-control': 'private, max-age=3600, immutable',
    },
  })
}

export const thumbnailRoutes: readonly Route[] = [['GET', '/file/thumb', route(ThumbUrl, thumbUrl)]]
