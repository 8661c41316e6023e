import * as v from 'valibot'
import { Capability, hasFlag } from '#src/contract/boolset.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import {
  UriList,
  readUris,
  throwIfFailed,
  requireItemsUnlocked,
  changeBatch,
  outermostItems,
} from '#src/server/http/batch.ts'
import type { Failures, BatchItem } from '#src/server/http/batch.ts'
import { readBody, readUri } from '#src/server/http/call.ts'
import type { Call, Route } from '#src/server/http/call.ts'
import { Refusal } from '#src/server/http/envelope.ts'
import type { Db } from '#src/server/storage/db.ts'
import { moveToFolder } from '#src/server/trash/trash.ts'
import { copyFiles, isUploadPlaceholder } from './copy.ts'
import { subtreeDepth, requireDepth } from './insert-file.ts'
import { nameTaken } from './names.ts'
import { canHoldItems, lockTarget, resolvePlace } from './resolve.ts'
import type { Place } from './resolve.ts'

const Move = v.object({ uris: UriList, dst: v.string(), copy: v.nullish(v.boolean()) })
const Found = v.object({ found: v.number() })

const refused = (detail: string) =>
  new Refusal(ErrorCode.forbidden, 'Not supported action', { detail })
const ownersOnly = () => new Refusal(ErrorCode.ownerOnly, 'Only the owner may do this')

/** Throws when this item cannot be moved or copied into that folder. */
function requireMovable({ place, file }: BatchItem, folder: Place, isCopy: boolean): void {
  // Moving removes the item from the share.
  if (!isCopy && place.share && !hasFlag(place.capability, Capability.softDelete)) {
    throw ownersOnly()
  }
  const stays = place.host === folder.host && place.share?.id === folder.share?.id
  const comesBack = place.host === 'trash' && folder.host === 'my' && !isCopy
  if (!stays && !comesBack) throw refused('from one file system to another')
  if (folder.chain.some(({ key }) => key === file.key)) throw refused('into itself')
  if (!hasFlag(folder.capability, Capability.createFile)) throw refused('not allowed here')
}

/** Throws 40004 when a name exists in the folder, or occurs twice among `names`. */
function requireFreeNames(db: Db, names: readonly string[], folderKey: number): void {
  const taken = db.first(
    `SELECT 1 AS found FROM json_each(?) AS requested CROSS JOIN files f
     WHERE f.parent_key = ? AND f.name = requested.value LIMIT 1`,
    [JSON.stringify(names), folderKey],
    Found,
  )
  if (taken || new Set(names).size < names.length) throw nameTaken()
}

/** Moves or copies items as a whole. `contents` takes the ids of copied contents. */
function moveInto(
  call: Call,
  items: readonly BatchItem[],
  folder: Place,
  { isCopy, contents }: { isCopy: boolean; contents: string[] },
): void {
  const { db, now } = call.context
  const folderKey = folder.file?.key ?? 0
  const moving = isCopy ? items : items.filter(({ file }) => file.parent_key !== folderKey)
  requireItemsUnlocked(call, moving, ({ place, file }) => [
    ...(isCopy ? [] : [lockTarget(place)]),
    lockTarget(folder, { name: file.name }),
  ])
  requireFreeNames(
    db,
    moving.map(({ file }) => file.name),
    folderKey,
  )
  const keys = moving.map(({ file }) => file.key)
  requireDepth(folder.segments.length + subtreeDepth(db, keys))
  if (isCopy) copyFiles(call, moving, folder, contents)
  else moveToFolder(db, keys, folderKey, now())
}

/**
 * `POST /file/move` (docs/protocol.md §8.1): moves or copies items into a folder, also out of the trash. Items that
 * cannot be moved there fail individually (40081: 403, 40016); a taken name (40004), a lock (40073), too little
 * capacity (40051), a destination that is not a folder (403, 40016) or a share without the permission (40082) fail the
 * whole request. Moving an item into its own folder changes nothing.
 */
async function moveItems(call: Call): Promise<void> {
  const { db, store } = call.context
  const body = await readBody(call, Move)
  const uris = readUris(body.uris)
  const destination = readUri(body.dst)
  const isCopy = body.copy ?? false
  const contents: string[] = []
  let folder: Place | undefined
  const begin = () => {
    const found = resolvePlace(call, destination)
    folder = found
    if (!canHoldItems(found)) {
      throw refused('not into a folder')
    }
    if (!isCopy && !hasFlag(found.capability, Capability.createFile)) throw ownersOnly()
    return (item: BatchItem) => {
      requireMovable(item, found, isCopy)
      if (isCopy && isUploadPlaceholder(db, item.file)) throw refused('not uploaded yet')
    }
  }
  let failures: Failures
  try {
    failures = await changeBatch(call, uris, begin, ({ items, failures }) => {
      for (const failure of failures.values())
        if (failure.code === ErrorCode.ownerOnly) throw failure
      if (folder?.file) moveInto(call, outermostItems(items), folder, { isCopy, contents })
      return failures
    })
  } catch (error) {
    for (const id of contents) store.remove(id)
    throw error
  }
  throwIfFailed(failures)
}

export const moveRoutes: readonly Route[] = [['POST', '/file/move', moveItems]]
