import { hasFlag } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { FileUri } from '#src/contract/uri.ts'
import { requireUser } from './call.ts'
import type { Call } from './call.ts'
import type { Db } from './db.ts'
import { Refusal } from './envelope.ts'
import { capabilities, childOf, placeOf, rootOf, trashedAs } from './files.ts'
import type { FileRow } from './files.ts'
import type { LockTarget } from './locks.ts'
import { openShare } from './share-access.ts'
import type { SharePlace } from './share-access.ts'
import type { UserRow } from './users.ts'

/** What an address stands for. `file` is null for the root of the trash, which is no folder. */
export type Place = {
  readonly host: 'my' | 'trash' | 'share'
  /** The address without search, and without the credentials of one's own space. */
  readonly uri: FileUri
  /** Whose space it lies in. */
  readonly owner: UserRow
  readonly file: FileRow | null
  /** Root first (of a share its source), the item itself last; empty for the root of the trash. */
  readonly chain: readonly FileRow[]
  /** Where it lies in its owner's space or trash, root first; the trash id comes first in the trash. */
  readonly segments: readonly string[]
  /** What the caller may do there, a boolset. */
  readonly capability: string
  readonly isOwned: boolean
  readonly share: SharePlace | undefined
}

const missing = (uri: FileUri) =>
  new Refusal(Code.pathNotFound, 'Path not exist', {
    detail: `nothing at ${uri.segments.join('/')}`,
  })

/** Where an address begins: the root of its space or share, or an item that lies in the trash by itself. */
function beginning(call: Call, uri: FileUri): Place {
  const { db } = call.context
  if (uri.host === 'share') {
    const { source, share, ...rest } = openShare(call, uri)
    return {
      host: 'share',
      uri: { ...credentials(share), host: 'share', segments: [] },
      file: source,
      chain: [source],
      segments: share.segments,
      isOwned: call.user?.key === source.owner_key,
      share,
      ...rest,
    }
  }
  const { host } = uri
  if (host !== 'my' && host !== 'trash') {
    throw new Refusal(Code.unclassified, '', { detail: `unknown file system ${host}` })
  }
  const owner = requireUser(call)
  if (uri.id !== undefined && uri.id !== owner.id) {
    throw new Refusal(Code.forbidden, 'Permission denied')
  }
  const segments = host === 'trash' ? uri.segments.slice(0, 1) : []
  const [trashId] = segments
  const isTrashRoot = host === 'trash' && trashId === undefined
  const file =
    trashId === undefined
      ? isTrashRoot
        ? null
        : rootOf(db, owner.key)
      : trashedAs(db, owner.key, trashId)
  if (file === undefined) throw missing(uri)
  return {
    host,
    uri: { host, segments },
    owner,
    file,
    chain: file ? [file] : [],
    segments,
    capability: capabilities[host],
    isOwned: true,
    share: undefined,
  }
}

const credentials = ({ id, password }: SharePlace) =>
  password === undefined ? { id } : { id, password }

/** What is called `name` in a folder, or undefined. */
export function childPlace(db: Db, folder: Place, name: string): Place | undefined {
  const { file: above, uri } = folder
  const file = above?.type === FileType.folder ? childOf(db, above.key, name) : undefined
  return (
    file && {
      ...folder,
      uri: { ...uri, segments: [...uri.segments, file.name] },
      file,
      chain: [...folder.chain, file],
      segments: [...folder.segments, file.name],
    }
  )
}

/** Folders that were found while one request was answered, by their address. */
export type KnownPlaces = Map<string, Place>

/**
 * Walks an address as far as there is something; `rest` is what comes behind it. Throws 401 (not signed in), 403
 * (someone else's space), 40016 (nothing in the trash under this id), -1 (no such file system) and what
 * {@link openShare} throws. `known` keeps the folders of a whole batch.
 */
export function resolveNearest(
  call: Call,
  uri: FileUri,
  known: KnownPlaces = new Map(),
): { place: Place; rest: readonly string[] } {
  const { search: _search, ...address } = uri
  const { segments } = uri
  const first = Math.min(segments.length, uri.host === 'trash' ? 1 : 0)
  const folderKey = formatUri({ ...address, segments: segments.slice(0, -1) })
  const folder = segments.length > first ? known.get(folderKey) : undefined
  let place = folder ?? beginning(call, { ...address, segments: segments.slice(0, first) })
  let rest = segments.slice(folder ? -1 : first)
  if (place.share?.isFile && place.file?.name === rest[0]) {
    // A shared file stands by its name below the root of its share.
    place = { ...place, uri: { ...place.uri, segments: rest.slice(0, 1) } }
    rest = rest.slice(1)
  }
  for (const [index, name] of rest.entries()) {
    if (index === rest.length - 1) known.set(folderKey, place)
    const child = childPlace(call.context.db, place, name)
    if (!child) return { place, rest: rest.slice(index) }
    place = child
  }
  return { place, rest: [] }
}

/** What the caller may see at an address. Throws 40016 when there is nothing, and what {@link resolveNearest} throws. */
export function resolvePlace(call: Call, uri: FileUri, known?: KnownPlaces): Place {
  const { place, rest } = resolveNearest(call, uri, known)
  if (rest.length > 0) throw missing(uri)
  return place
}

/** The address by which the caller, being at `place`, reaches an item there or below. */
export function addressOf(db: Db, place: Place, file: FileRow): FileUri {
  const { uri } = placeOf(db, file)
  const { share } = place
  if (!share) return uri
  const depth = share.segments.length - (share.isFile ? 1 : 0)
  return { ...credentials(share), host: 'share', segments: uri.segments.slice(depth) }
}

/** A root has no name, lies in nothing and stays where it is. */
export const isRoot = (place: Place): boolean => place.uri.segments.length === 0

/** Throws 403 when the caller may not do this (a bit of `capability`) at a place. */
export function requireCapability(place: Place, capability: number): void {
  if (!hasFlag(place.capability, capability)) {
    throw new Refusal(Code.forbidden, 'Not supported action')
  }
}

/** What a write to a place would touch, or to what is called `name` in it. */
export const lockTarget = (place: Place, { isDeep = true, name = '' } = {}): LockTarget => ({
  ownerKey: place.owner.key,
  host: place.host === 'trash' ? 'trash' : 'my',
  segments: name === '' ? place.segments : [...place.segments, name],
  isDeep,
})
