import { Capability } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import type { Call } from './call.ts'
import { Refusal } from './envelope.ts'
import { fileBody, writeUri } from './files.ts'
import { newId } from './ids.ts'
import { requireUnlocked } from './locks.ts'
import { readName } from './names.ts'
import { childPlace, requireCapability } from './resolve.ts'
import type { Place } from './resolve.ts'

/** Deeper than this nothing is made; it keeps one request from making a hundred thousand folders. */
const maxDepth = 256

/** Adds an item to a folder, whose owner will own it. The name must be legal and free. */
export function addItem(
  call: Call,
  folder: Place,
  name: string,
  item: { type: number; size?: number; entityId?: string; metadata?: Record<string, string> },
): Place {
  const { db, now } = call.context
  const metadata = item.metadata && Object.keys(item.metadata).length > 0 ? item.metadata : null
  const { key } = db.run(
    `INSERT INTO files (id, owner_key, parent_key, type, name, size, created_at, updated_at, entity_id, metadata)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      newId(),
      folder.owner.key,
      folder.file?.key ?? null,
      item.type,
      name,
      item.size ?? 0,
      now(),
      now(),
      item.entityId ?? null,
      metadata && JSON.stringify(metadata),
    ],
  )
  if (item.entityId !== undefined) {
    addEntity(call, folder, { fileKey: key, id: item.entityId, size: item.size ?? 0 })
  }
  const place = childPlace(db, folder, name)
  if (!place) throw new Error('a new item is not there')
  return place
}

/** Adds a version of a file in somebody's space, made by the caller. */
export function addEntity(
  call: Call,
  { owner }: Pick<Place, 'owner'>,
  entity: { fileKey: number; id: string; size: number },
): void {
  call.context.db.run(
    'INSERT INTO entities (id, file_key, owner_key, size, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?)',
    [entity.id, entity.fileKey, owner.key, entity.size, call.context.now(), call.user?.key ?? null],
  )
}

/**
 * Makes ready to put something at a path that does not exist yet: checks that the caller may, that the names are legal
 * and that nothing there is locked, and makes the folders that are missing. Returns the folder and the name to use in
 * it. Throws 403 (no folder to put it in, or not allowed), 40052 and 40073.
 */
export function prepareNew(
  call: Call,
  { place, rest }: { place: Place; rest: readonly string[] },
): { folder: Place; name: string } {
  requireCapability(place, Capability.createFile)
  if (place.file?.type !== FileType.folder) {
    throw new Refusal(Code.forbidden, 'Not supported action', { detail: 'no folder' })
  }
  const names = rest.map(readName)
  if (place.segments.length + names.length > maxDepth) {
    throw new Refusal(Code.illegalName, 'Path too deep')
  }
  const targets = names.map((_name, index) => ({
    ownerKey: place.owner.key,
    host: 'my' as const,
    segments: [...place.segments, ...names.slice(0, index + 1)],
    isDeep: index === names.length - 1,
  }))
  requireUnlocked(call, targets, { share: place.share })
  let folder = place
  for (const name of names.slice(0, -1)) {
    folder = addItem(call, folder, name, { type: FileType.folder })
  }
  return { folder, name: names.at(-1) ?? '' }
}

/** A file as the answer to a write: without its metadata. */
export const writtenBody = ({ file, uri, capability, isOwned }: Place): unknown =>
  file && fileBody(file, writeUri(uri), { capability, isOwned, withMetadata: false })
