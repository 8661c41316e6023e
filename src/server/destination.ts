import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import type { FileUri } from '#src/contract/uri.ts'
import type { Call } from './call.ts'
import { Refusal } from './envelope.ts'
import { capabilities, childOf, writeUri } from './files.ts'
import type { FileRow } from './files.ts'
import type { LockShare, LockTarget } from './locks.ts'
import { resolvePlace } from './resolve.ts'
import type { UserRow } from './users.ts'

/** Where content goes: a file that is there, or a free name in a folder. */
export type Destination = {
  readonly owner: UserRow
  readonly parent: FileRow
  readonly name: string
  /** The file under that name, if there is one. */
  readonly file: FileRow | undefined
  /** Its address as the caller writes it. */
  readonly path: string
  /** What its lock is about, in its owner's space. */
  readonly lock: Omit<LockTarget, 'isDeep'>
  readonly share: LockShare | undefined
  /** Whether the caller may change what the file holds. */
  readonly canChange: boolean
  readonly facts: { capability: string; isOwned: boolean }
}

function requireName(name: string): void {
  const isLegal = Buffer.byteLength(name) <= 255 && !/[\\/:*?"<>|]/.test(name)
  if (!isLegal) throw new Refusal(Code.illegalName, 'Illegal object name', { detail: name })
}

/**
 * Finds where content for an address would go. Throws 40016 when its folder is not there, 40004 when a folder has the
 * name, 40052 for a name that may not be, 403 for roots, the trash and what the caller may not change.
 */
export function destinationOf(call: Call, uri: FileUri): Destination {
  const name = uri.segments.at(-1)
  if (name === undefined || uri.host === 'trash') {
    throw new Refusal(Code.forbidden, 'Not supported action', { detail: 'not a place for a file' })
  }
  const above = resolvePlace(call, { ...uri, segments: uri.segments.slice(0, -1) })
  const parent = above.file
  if (!parent || parent.type !== FileType.folder) {
    throw new Refusal(Code.forbidden, 'Not supported action', { detail: 'not a folder' })
  }
  const file = childOf(call.context.db, parent.key, name)
  if (file && file.type !== FileType.file) throw new Refusal(Code.nameTaken, 'Object existed')
  if (!file) requireName(name)
  const segments = [...above.uri.segments, name]
  return {
    owner: above.owner,
    parent,
    name,
    file,
    path: writeUri({ ...above.uri, segments }),
    lock: { ownerKey: above.owner.key, host: 'my', segments },
    share: undefined,
    canChange: true,
    facts: { capability: capabilities.my, isOwned: true },
  }
}
