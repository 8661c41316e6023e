import { Capability } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import type { FileUri } from '#src/contract/uri.ts'
import type { Call } from './call.ts'
import { Refusal } from './envelope.ts'
import { writeUri } from './files.ts'
import type { FileRow } from './files.ts'
import type { LockShare, LockTarget } from './locks.ts'
import { nameTaken, readName } from './names.ts'
import { requireCapability, resolvePlace } from './resolve.ts'
import type { Place } from './resolve.ts'
import type { UserRow } from './users.ts'

/** Where content goes: into a file that is there, or under a free name in a folder. */
export type Destination = {
  readonly owner: UserRow
  /** The file that is there, if there is one. */
  readonly file: FileRow | undefined
  /** Key of the folder that holds it, or would. */
  readonly parentKey: number | null
  readonly name: string
  /** Its address as the caller writes it. */
  readonly path: string
  /** What its lock is about, in its owner's space. */
  readonly lock: Omit<LockTarget, 'isDeep'>
  readonly share: LockShare | undefined
  readonly facts: { capability: string; isOwned: boolean }
}

/** The place at an address, or undefined when nothing is there. */
function placeAt(call: Call, uri: FileUri): Place | undefined {
  try {
    return resolvePlace(call, uri)
  } catch (error) {
    if (error instanceof Refusal && error.code === Code.pathNotFound) return undefined
    throw error
  }
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
  const there = placeAt(call, uri)
  const facts = ({ owner, share, capability, isOwned }: Place, segments: readonly string[]) => ({
    owner,
    share,
    name,
    lock: { ownerKey: owner.key, host: 'my' as const, segments },
    facts: { capability, isOwned },
  })
  if (there) {
    const { file } = there
    if (file?.type !== FileType.file) throw nameTaken()
    // In a share this bit is what its permission to change comes with; a shared file cannot be renamed there.
    requireCapability(there, Capability.updateMetadata)
    const path = writeUri(there.uri)
    return { ...facts(there, there.segments), file, parentKey: file.parent_key, path }
  }
  const folder = resolvePlace(call, { ...uri, segments: uri.segments.slice(0, -1) })
  if (folder.file?.type !== FileType.folder) {
    throw new Refusal(Code.forbidden, 'Not supported action', { detail: 'not a folder' })
  }
  requireCapability(folder, Capability.createFile)
  const free = readName(name)
  return {
    ...facts(folder, [...folder.segments, free]),
    name: free,
    file: undefined,
    parentKey: folder.file.key,
    path: writeUri({ ...folder.uri, segments: [...folder.uri.segments, free] }),
  }
}
