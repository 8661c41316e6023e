import * as v from 'valibot'
import { Capability } from '#src/contract/boolset.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { readBody, readUri } from '#src/server/http/call.ts'
import type { Call, Route } from '#src/server/http/call.ts'
import { Refusal } from '#src/server/http/envelope.ts'
import { newId } from '#src/server/storage/ids.ts'
import { insertFile, createParents, writeResultBody } from './insert-file.ts'
import { nameTaken } from './names.ts'
import { requireCapability, resolveNearest } from './resolve.ts'

const Metadata = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^(?:tag|customize|props):/)), v.string()),
  v.maxEntries(256),
)
const Create = v.object({
  uri: v.string(),
  type: v.picklist(['file', 'folder']),
  err_on_conflict: v.nullish(v.boolean()),
  metadata: v.nullish(Metadata),
})

/**
 * `POST /file/create` (docs/protocol.md §8.1): creates an empty file or a folder, with its missing parent folders. An
 * existing item of the same type is returned, unless `err_on_conflict` is set. Throws 403, 40004, 40052 and 40073.
 */
async function createItem(call: Call): Promise<unknown> {
  const { db, store } = call.context
  const body = await readBody(call, Create)
  const uri = readUri(body.uri)
  const type = FileType[body.type]
  const entityId = type === FileType.file ? newId() : undefined
  try {
    return db.transaction(() => {
      const found = resolveNearest(call, uri)
      const { place, rest } = found
      if (uri.segments.length === 0) {
        throw new Refusal(ErrorCode.forbidden, 'Not supported action', { detail: 'a root' })
      }
      if (rest.length === 0) {
        requireCapability(place, Capability.createFile)
        if (body.err_on_conflict || place.file?.type !== type) throw nameTaken()
        return writeResultBody(place)
      }
      const { folder, name } = createParents(call, found)
      if (entityId !== undefined) store.put(entityId, new Uint8Array(0))
      return writeResultBody(
        insertFile(call, folder, name, {
          type,
          ...(entityId === undefined ? {} : { entityId }),
          ...(body.metadata ? { metadata: body.metadata } : {}),
        }),
      )
    })
  } catch (error) {
    if (entityId !== undefined) store.remove(entityId)
    throw error
  }
}

export const createRoutes: readonly Route[] = [['POST', '/file/create', createItem]]
