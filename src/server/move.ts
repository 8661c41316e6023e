import * as v from 'valibot'
import { Capability, hasFlag } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import { Uris, readUris, refuseFailed, requireItemsUnlocked, resolveBatch } from './batch.ts'
import type { Failures, Item } from './batch.ts'
import { readBody, readUri } from './call.ts'
import type { Call, Route } from './call.ts'
import { copyInto, isArriving } from './copy.ts'
import type { Db } from './db.ts'
import { Refusal } from './envelope.ts'
import { nameTaken } from './names.ts'
import { lockTarget, resolvePlace } from './resolve.ts'
import type { Place } from './resolve.ts'
import { putInFolder } from './trash.ts'

const Move = v.object({ uris: Uris, dst: v.string(), copy: v.nullish(v.boolean()) })
const Found = v.object({ found: v.number() })

const refused = (detail: string) => new Refusal(Code.forbidden, 'Not supported action', { detail })
const ownersOnly = () => new Refusal(Code.ownerOnly, 'Only the owner may do this')

/** Throws when this item cannot go to that folder by itself, whatever else goes there. */
function requireMovable({ place, file }: Item, folder: Place, isCopy: boolean): void {
  // Who moves something takes it away from where it was.
  if (!isCopy && place.share && !hasFlag(place.capability, Capability.softDelete)) {
    throw ownersOnly()
  }
  const stays = place.host === folder.host && place.share?.id === folder.share?.id
  const comesBack = place.host === 'trash' && folder.host === 'my' && !isCopy
  if (!stays && !comesBack) throw refused('from one file system to another')
  if (folder.chain.some(({ key }) => key === file.key)) throw refused('into itself')
  if (!hasFlag(folder.capability, Capability.createFile)) throw refused('not allowed here')
}

/** Throws 40004 when any name is taken in the folder, or wanted twice. */
function requireFreeNames(db: Db, names: readonly string[], folderKey: number): void {
  const taken = db.first(
    `SELECT 1 AS found FROM json_each(?) AS wish CROSS JOIN files f
     WHERE f.parent_key = ? AND f.name = wish.value LIMIT 1`,
    [JSON.stringify(names), folderKey],
    Found,
  )
  if (taken || new Set(names).size < names.length) throw nameTaken()
}

/**
 * `POST /file/move` (contract.md §8): moves or copies items into a folder, out of the trash too. Items that cannot go
 * there fail alone (40081: 403, 40016); a taken name (40004), a lock (40073), no room (40051), a folder that is none
 * (403, 40016) or a share that does not allow it (40082) stop all of it. Moving something to where it is changes nothing.
 */
async function moveItems(call: Call): Promise<void> {
  const { db, store, now } = call.context
  const body = await readBody(call, Move)
  const uris = readUris(body.uris)
  const destination = readUri(body.dst)
  const isCopy = body.copy ?? false
  const contents: string[] = []
  const run = () =>
    db.transaction(() => {
      const folder = resolvePlace(call, destination)
      if (folder.host === 'trash' || folder.file?.type !== FileType.folder) {
        throw refused('not into a folder')
      }
      if (!isCopy && !hasFlag(folder.capability, Capability.createFile)) throw ownersOnly()
      const folderKey = folder.file.key
      const { items, failures } = resolveBatch(call, uris, (item) => {
        requireMovable(item, folder, isCopy)
        if (isCopy && isArriving(db, item.file)) throw refused('not uploaded yet')
      })
      for (const failure of failures.values()) if (failure.code === Code.ownerOnly) throw failure
      const moving = isCopy ? items : items.filter(({ file }) => file.parent_key !== folderKey)
      requireItemsUnlocked(call, moving, ({ place, file }) => [
        ...(isCopy ? [] : [lockTarget(place)]),
        lockTarget(folder, { name: file.name }),
      ])
      const names = moving.map(({ file }) => file.name)
      requireFreeNames(db, names, folderKey)
      if (isCopy) copyInto(call, moving, folder, contents)
      else {
        const keys = moving.map(({ file }) => file.key)
        putInFolder(db, keys, folderKey, now())
      }
      return failures
    })
  let failures: Failures
  try {
    failures = run()
  } catch (error) {
    for (const id of contents) store.remove(id)
    throw error
  }
  refuseFailed(failures)
}

export const moveRoutes: readonly Route[] = [['POST', '/file/move', moveItems]]
