import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import type { FileUri } from '#src/contract/uri.ts'
import { requireUser } from './call.ts'
import type { Call } from './call.ts'
import { Refusal } from './envelope.ts'
import { childOf, rootOf, trashedAs } from './files.ts'
import type { FileRow } from './files.ts'
import type { UserRow } from './users.ts'

/** What an address stands for. `file` is null for the root of the trash, which is no folder. */
export type Place = {
  readonly host: 'my' | 'trash'
  /** The address without credentials and search. */
  readonly uri: FileUri
  readonly owner: UserRow
  readonly file: FileRow | null
  /** Root first, the item itself last; empty for the root of the trash. */
  readonly chain: readonly FileRow[]
}

const missing = (uri: FileUri) =>
  new Refusal(Code.pathNotFound, 'Path not exist', {
    detail: `nothing at ${uri.segments.join('/')}`,
  })

/**
 * Finds what the caller may see at an address. Throws 401 (not signed in), 403 (someone else's space), 40016 (nothing
 * there) and -1 (no such file system).
 */
export function resolvePlace(call: Call, uri: FileUri): Place {
  const { db } = call.context
  if (uri.host !== 'my' && uri.host !== 'trash') {
    throw new Refusal(Code.unclassified, '', { detail: `unknown file system ${uri.host}` })
  }
  const owner = requireUser(call)
  if (uri.id !== undefined && uri.id !== owner.id) {
    throw new Refusal(Code.forbidden, 'Permission denied')
  }
  const address: FileUri = { host: uri.host, segments: uri.segments }
  const chain: FileRow[] = []
  let rest = uri.segments
  if (uri.host === 'trash') {
    const [trashId] = rest
    if (trashId === undefined) return { host: 'trash', uri: address, owner, file: null, chain }
    const item = trashedAs(db, owner.key, trashId)
    if (!item) throw missing(uri)
    chain.push(item)
    rest = rest.slice(1)
  } else {
    const root = rootOf(db, owner.key)
    if (!root) throw missing(uri)
    chain.push(root)
  }
  for (const name of rest) {
    const above = chain.at(-1)
    const item = above?.type === FileType.folder ? childOf(db, above.key, name) : undefined
    if (!item) throw missing(uri)
    chain.push(item)
  }
  return { host: uri.host, uri: address, owner, file: chain.at(-1) ?? null, chain }
}
