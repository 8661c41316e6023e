import * as v from 'valibot'
import { Capability } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { readBody, readUri } from './call.ts'
import type { Call, Route } from './call.ts'
import { Refusal } from './envelope.ts'
import { childOf } from './files.ts'
import { requireUnlocked } from './locks.ts'
import { nameTaken, readName } from './names.ts'
import { writtenBody } from './new-items.ts'
import { isRoot, lockTarget, requireCapability, resolvePlace } from './resolve.ts'

const Rename = v.object({
  uri: v.string(),
  new_name: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
})

/**
 * `POST /file/rename` (contract.md §8): the item under its new address. Its own name is no change. Throws 403 (a root,
 * the trash, a share that does not allow it), 40004, 40016, 40052 and 40073.
 */
async function renameItem(call: Call): Promise<unknown> {
  const { db } = call.context
  const body = await readBody(call, Rename)
  const uri = readUri(body.uri)
  return db.transaction(() => {
    const place = resolvePlace(call, uri)
    const { file } = place
    if (!file || file.parent_key === null || isRoot(place)) {
      throw new Refusal(Code.forbidden, 'Not supported action', { detail: 'a root' })
    }
    requireCapability(place, Capability.rename)
    const name = readName(body.new_name)
    if (name !== file.name) {
      const target = lockTarget(place)
      const wished = { ...target, segments: [...target.segments.slice(0, -1), name] }
      requireUnlocked(call, [target, wished], { share: place.share })
      if (childOf(db, file.parent_key, name)) throw nameTaken()
      db.run('UPDATE files SET name = ? WHERE key = ?', [name, file.key])
    }
    const segments = [...place.uri.segments.slice(0, -1), name]
    return writtenBody({ ...place, uri: { ...place.uri, segments }, file: { ...file, name } })
  })
}

export const renameRoutes: readonly Route[] = [['POST', '/file/rename', renameItem]]
