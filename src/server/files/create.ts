import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { File, FileType, MetadataKey } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { readBody, parseRequestUri } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { isWellFormedId, newId } from '#src/server/storage/ids.ts'
import { shortcutCapability } from './files.ts'
import type { FileResponse } from './files.ts'
import { insertItem, createParentFolders, fileResponseWithoutMetadata } from './insert-item.ts'
import { NewMetadata, requireAllowedMetadata } from './metadata/metadata-rules.ts'
import { nameTakenError } from './names.ts'
import { requireCapability, resolveNearest } from './resolve.ts'

const { sharedRedirect, sharedOwner } = MetadataKey
const Create = v.object({
  uri: v.string(),
  type: v.picklist(['file', 'folder']),
  err_on_conflict: v.nullish(v.boolean()),
  metadata: v.nullish(NewMetadata),
})

/** Throws 40001 unless a shortcut leads to a share, or into one, and its owner is an id. */
function requireShare(redirect = '', owner: string | undefined): void {
  const { host, id } = parseRequestUri(redirect)
  if (
    host === 'share' &&
    id !== undefined &&
    isWellFormedId(id) &&
    (owner === undefined || isWellFormedId(owner))
  )
    return
  throw new HttpError(ErrorCode.invalidParameters, 'Invalid parameters.', {
    detail: 'no address of a share',
  })
}

/**
 * `POST /file/create` (docs/protocol.md §8.1): creates an empty file or a folder, with its missing parent folders. An
 * existing item of the same type is returned, unless `err_on_conflict` is set. With `sys:shared_redirect` among its
 * metadata it is a shortcut to a share (docs/protocol.md §4.9), which visitors may not make. Throws 403, 40001, 40004, 40052 and 40073.
 */
async function createItem(ctx: RequestContext): Promise<FileResponse> {
  const { db, store } = ctx.context
  const body = await readBody(ctx, Create)
  const uri = parseRequestUri(body.uri)
  const type = FileType[body.type]
  const metadata = body.metadata ?? {}
  const { [sharedRedirect]: redirect, [sharedOwner]: owner, ...own } = metadata
  requireAllowedMetadata(own)
  const isShortcut = redirect !== undefined
  if (isShortcut || owner !== undefined) requireShare(redirect, owner)
  const entityId = type === FileType.file && !isShortcut ? newId() : undefined
  try {
    return db.transaction(() => {
      const found = resolveNearest(ctx, uri)
      const { resolved, rest } = found
      // A shortcut is its owner's word on what is shared with them.
      if (isShortcut && !resolved.isOwned) {
        throw new HttpError(ErrorCode.forbidden, 'Not supported action', { detail: 'a shortcut' })
      }
      if (uri.segments.length === 0) {
        throw new HttpError(ErrorCode.forbidden, 'Not supported action', { detail: 'a root' })
      }
      if (rest.length === 0) {
        if (resolved.capability !== shortcutCapability)
          requireCapability(resolved, Capability.createFile)
        if (body.err_on_conflict || resolved.file?.type !== type) throw nameTakenError()
        return fileResponseWithoutMetadata(resolved)
      }
      const { folder, name } = createParentFolders(ctx, found)
      if (entityId !== undefined) store.put(entityId, new Uint8Array(0))
      return fileResponseWithoutMetadata(
        insertItem(ctx, folder, name, {
          type,
          ...(entityId === undefined ? {} : { entityId }),
          metadata,
        }),
      )
    })
  } catch (error) {
    if (entityId !== undefined) store.remove(entityId)
    throw error
  }
}

export const fileCreationRoutes: readonly Route[] = [
  ['POST', '/file/create', route(File, createItem)],
]
