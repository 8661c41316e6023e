import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import type { LockTarget } from '#src/server/locks/lock-table.ts'
import type { ShareLocation } from '#src/server/shares/share-access.ts'
import { createShareCapabilityGrant } from '#src/server/shares/share-grants.ts'
import type { ShareCapabilityGrant } from '#src/server/shares/share-grants.ts'
import { formatUriWithRootSlash } from './files.ts'
import type { FileRow } from './files.ts'
import { requireAllowedDepth } from './insert-item.ts'
import { nameTakenError, parseName } from './names.ts'
import { canHoldItems, requireCapability, resolveUri } from './resolve.ts'
import type { ResolvedUri } from './resolve.ts'

/** Where content is written: an existing file, or a free name in a folder. */
export type WriteTarget = {
  readonly owner: UserRow
  /** The existing file, if any. */
  readonly file: FileRow | undefined
  /** Key of the parent folder. */
  readonly parentKey: number | null
  readonly name: string
  /** Its URI as the caller sees it. */
  readonly path: string
  /** The path to lock, in its owner's space. */
  readonly lock: Omit<LockTarget, 'isDeep'>
  readonly share: ShareLocation | undefined
  /** What a later write there is allowed by, when it is in a share. */
  readonly grant: ShareCapabilityGrant | undefined
  readonly access: { capability: string; isOwned: boolean }
}

/** Like {@link resolveUri}, but undefined when nothing exists at the URI. */
function resolveOptional(ctx: RequestContext, uri: ParsedUri): ResolvedUri | undefined {
  try {
    return resolveUri(ctx, uri)
  } catch (error) {
    if (error instanceof HttpError && error.code === ErrorCode.pathNotFound) return undefined
    throw error
  }
}

/**
 * Resolves the URI that content is written to. Throws 40016 when its folder does not exist, 40004 when a folder has
 * the name, 40052 for an illegal name, 403 for roots, the trash and files that the caller may not change.
 */
export function resolveWriteTarget(ctx: RequestContext, uri: ParsedUri): WriteTarget {
  const name = uri.segments.at(-1)
  if (name === undefined || uri.host === 'trash') {
    throw new HttpError(ErrorCode.forbidden, 'Not supported action', {
      detail: 'not a place for a file',
    })
  }
  const there = resolveOptional(ctx, uri)
  const destinationIn = (
    { owner, share, capability, isOwned }: ResolvedUri,
    segments: readonly string[],
    needed: number,
  ) => ({
    owner,
    share,
    grant: share && createShareCapabilityGrant(share, needed),
    name,
    lock: { ownerKey: owner.key, host: 'my' as const, segments },
    access: { capability, isOwned },
  })
  if (there) {
    const { file } = there
    if (file?.type !== FileType.file) throw nameTakenError()
    if (file.is_shortcut) {
      throw new HttpError(ErrorCode.forbidden, 'Not supported action', { detail: 'a shortcut' })
    }
    // In a share this bit stands for the permission to change; a shared file itself cannot be renamed there.
    const needed = Capability.updateMetadata
    requireCapability(there, needed)
    const path = formatUriWithRootSlash(there.uri)
    return {
      ...destinationIn(there, there.segments, needed),
      file,
      parentKey: file.parent_key,
      path,
    }
  }
  const folder = resolveUri(ctx, { ...uri, segments: uri.segments.slice(0, -1) })
  if (!canHoldItems(folder)) {
    throw new HttpError(ErrorCode.forbidden, 'Not supported action', { detail: 'not a folder' })
  }
  requireCapability(folder, Capability.createFile)
  const free = parseName(name)
  requireAllowedDepth(folder.segments.length + 1)
  return {
    ...destinationIn(folder, [...folder.segments, free], Capability.createFile),
    name: free,
    file: undefined,
    parentKey: folder.file.key,
    path: formatUriWithRootSlash({ ...folder.uri, segments: [...folder.uri.segments, free] }),
  }
}
