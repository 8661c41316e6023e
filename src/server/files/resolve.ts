import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { hasFlag } from '#src/contract/flags/capability.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import type { LockTarget } from '#src/server/locks/lock-table.ts'
import { resolveShareOfUri } from '#src/server/shares/share-access.ts'
import type { ResolvedShare } from '#src/server/shares/share-access.ts'
import type { Db } from '#src/server/storage/db.ts'
import {
  ownerCapabilities,
  capabilityInFolder,
  childByName,
  uriAndAncestorsOf,
  rootFolderOf,
  fileByTrashId,
} from './files.ts'
import type { FileRow } from './files.ts'

/** A resolved URI. `file` is null for the roots of the trash and of what is shared with the caller: they are not folders. */
export type ResolvedUri = {
  readonly host: 'my' | 'trash' | 'share' | 'shared_with_me'
  /** The URI without its search, and without the user id of the caller's own space. */
  readonly uri: ParsedUri
  /** The user whose space contains it. */
  readonly owner: UserRow
  readonly file: FileRow | null
  /** From the root (of a share: its source) down to the item itself; empty where `file` is null. */
  readonly chain: readonly FileRow[]
  /** Path in its owner's space or trash; in the trash the first segment is the trash id. */
  readonly segments: readonly string[]
  /** The caller's capabilities, a boolset. */
  readonly capability: string
  readonly isOwned: boolean
  readonly share: ResolvedShare | undefined
}

const missing = (uri: ParsedUri) =>
  new HttpError(ErrorCode.pathNotFound, 'Path not exist', {
    detail: `nothing at ${uri.segments.join('/')}`,
  })

/** Resolves the start of a URI: the root of a space or share, or a trashed item. */
function resolveStart(ctx: RequestContext, uri: ParsedUri): ResolvedUri {
  const { db } = ctx.context
  if (uri.host === 'share') {
    const { source, share, ...rest } = resolveShareOfUri(ctx, uri)
    return {
      host: 'share',
      uri: { ...credentials(share), host: 'share', segments: [] },
      file: source,
      chain: [source],
      segments: share.segments,
      isOwned: ctx.user?.key === source.owner_key,
      share,
      ...rest,
    }
  }
  const { host } = uri
  if (host !== 'my' && host !== 'trash' && host !== 'shared_with_me') {
    throw new HttpError(ErrorCode.unclassified, '', { detail: `unknown file system ${host}` })
  }
  const owner = requireUser(ctx)
  if (uri.id !== undefined && uri.id !== owner.id) {
    throw new HttpError(ErrorCode.forbidden, 'Permission denied')
  }
  const segments = host === 'trash' ? uri.segments.slice(0, 1) : []
  const [trashId] = segments
  const isFlatRoot = host === 'shared_with_me' || (host === 'trash' && trashId === undefined)
  const file =
    trashId === undefined
      ? isFlatRoot
        ? null
        : rootFolderOf(db, owner.key)
      : fileByTrashId(db, owner.key, trashId)
  if (file === undefined) throw missing(uri)
  return {
    host,
    uri: { host, segments },
    owner,
    file,
    chain: file ? [file] : [],
    segments,
    capability: ownerCapabilities[host],
    isOwned: true,
    share: undefined,
  }
}

const credentials = ({ id, password }: ResolvedShare) =>
  password === undefined ? { id } : { id, password }

/** The last of `files`, each of which is in the one before; the first is in `start`. */
function descend(start: ResolvedUri, files: readonly FileRow[]): ResolvedUri {
  const file = files.at(-1)
  if (!file) return start
  const names = files.map(({ name }) => name)
  return {
    ...start,
    uri: { ...start.uri, segments: [...start.uri.segments, ...names] },
    file,
    chain: [...start.chain, ...files],
    segments: [...start.segments, ...names],
    capability: capabilityInFolder(file, start.capability),
  }
}

const childRow = (db: Db, folder: FileRow | null, name: string): FileRow | undefined =>
  folder?.type === FileType.folder ? childByName(db, folder.key, name) : undefined

/** Resolves a child of a folder; undefined when there is none of this name. */
export function resolveChild(db: Db, folder: ResolvedUri, name: string): ResolvedUri | undefined {
  const file = childRow(db, folder.file, name)
  return file && descend(folder, [file])
}

/** A name that was looked up in a folder; `file` is undefined when there was nothing. */
type CachedName = { readonly file: FileRow | undefined; readonly children: Map<string, CachedName> }

/** What was looked up during one request: starts by URI, and below each the names. Clear it after items were moved. */
export type UriCache = Map<string, { resolved: ResolvedUri; children: Map<string, CachedName> }>

/**
 * Resolves a URI as far as its segments exist; `rest` are the segments that do not. Throws 401 (not signed in), 403
 * (another user's space), 40016 (no such trash id), -1 (no such file system) and what {@link resolveShareOfUri} throws.
 * `cache` is shared by the items of a batch: thousands of them may have the same ancestors.
 */
export function resolveNearest(
  ctx: RequestContext,
  uri: ParsedUri,
  cache: UriCache = new Map(),
): { resolved: ResolvedUri; rest: readonly string[] } {
  const { search: _search, ...address } = uri
  const first = Math.min(uri.segments.length, uri.host === 'trash' ? 1 : 0)
  const startUri = { ...address, segments: uri.segments.slice(0, first) }
  const startKey = formatUri(startUri)
  let start = cache.get(startKey)
  if (!start) {
    start = { resolved: resolveStart(ctx, startUri), children: new Map() }
    cache.set(startKey, start)
  }
  const { resolved } = start
  const rest = uri.segments.slice(first)
  if (resolved.share?.isFile && resolved.file?.name === rest[0]) {
    // A shared file is addressed by its name below the root of the share.
    const named = { ...resolved, uri: { ...resolved.uri, segments: rest.slice(0, 1) } }
    return { resolved: named, rest: rest.slice(1) }
  }
  const files: FileRow[] = []
  let { children } = start
  for (const name of rest) {
    let child = children.get(name)
    if (!child) {
      const file = childRow(ctx.context.db, files.at(-1) ?? resolved.file, name)
      child = { file, children: new Map() }
      children.set(name, child)
    }
    if (!child.file) break
    files.push(child.file)
    children = child.children
  }
  return { resolved: descend(resolved, files), rest: rest.slice(files.length) }
}

/** Resolves a URI. Throws 40016 when nothing exists there, and what {@link resolveNearest} throws. */
export function resolveUri(ctx: RequestContext, uri: ParsedUri, cache?: UriCache): ResolvedUri {
  const { resolved, rest } = resolveNearest(ctx, uri, cache)
  if (rest.length > 0) throw missing(uri)
  return resolved
}

/** The URI of `file`, which is at or below `resolved`, in the terms of the caller's URI. */
export function callerUriOf(db: Db, resolved: ResolvedUri, file: FileRow): ParsedUri {
  const { uri } = uriAndAncestorsOf(db, file)
  const { share } = resolved
  if (!share) return uri
  const depth = share.segments.length - (share.isFile ? 1 : 0)
  return { ...credentials(share), host: 'share', segments: uri.segments.slice(depth) }
}

/** Whether this is the root of a space, a share or the trash. */
export const isRootUri = (resolved: ResolvedUri): boolean => resolved.uri.segments.length === 0

/** Whether items can be put there: not into a file, a shortcut, or what is in the trash. */
export const canHoldItems = (
  resolved: ResolvedUri,
): resolved is ResolvedUri & { readonly file: FileRow } =>
  resolved.host !== 'trash' && resolved.file?.type === FileType.folder && !resolved.file.is_shortcut

/** Throws 403 unless the caller has this capability (a bit number). */
export function requireCapability(resolved: ResolvedUri, capability: number): void {
  if (!hasFlag(resolved.capability, capability)) {
    throw new HttpError(ErrorCode.forbidden, 'Not supported action')
  }
}

/** The lock target of a write to an item, or to its child `name`. */
export const lockTargetOf = (
  resolved: ResolvedUri,
  { isDeep = true, name = '' } = {},
): LockTarget => ({
  ownerKey: resolved.owner.key,
  host: resolved.host === 'trash' ? 'trash' : 'my',
  segments: name === '' ? resolved.segments : [...resolved.segments, name],
  isDeep,
})
