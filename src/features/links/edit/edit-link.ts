import type { QueryClient } from '@tanstack/react-query'
import { replaceLinkLimits } from '#src/api/links/links.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, isNotFound, TransportError } from '#src/contract/errors.ts'
import {
  isSameLimits,
  type LinkChange,
  type LinkLimits,
  limitsOfLink,
  toLinkLimitsRequest,
  limitsAfterChange,
  rowWithLimits,
} from '#src/features/links/limits/link-limits.ts'
import { showLostLink } from '#src/features/links/source/ended-link.ts'
import {
  locateLinkSource,
  type LinkSourceLocation,
} from '#src/features/links/source/link-source.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** The item of the link is not where a link can lead to, or the link itself is gone. Nothing was sent. */
export class LinkOrSourceGoneError extends Error {
  override name = 'LinkOrSourceGoneError'
  readonly source: Exclude<LinkSourceLocation, { at: 'folder' }>
  constructor(source: Exclude<LinkSourceLocation, { at: 'folder' }>) {
    super(source.at)
    this.source = source
  }
}

/** The link was changed elsewhere since it was read. Nothing was sent. */
export class LinkChangedError extends Error {
  override name = 'LinkChangedError'
  readonly limits: LinkLimits
  constructor(limits: LinkLimits) {
    super('changed')
    this.limits = limits
  }
}

/**
 * An expired or used-up link without a new expiry or limit: sent back as it is, the service would take it as "never" or
 * "no limit". Nothing was sent.
 */
export class LinkStaysDeadError extends Error {
  override name = 'LinkStaysDeadError'
  readonly needs: 'expires' | 'remaining'
  constructor(needs: 'expires' | 'remaining') {
    super(needs)
    this.needs = needs
  }
}

/** The error of one link as a message reports it; undefined for one that is about the whole request. */
export function linkEditFailure(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof LinkOrSourceGoneError)
    return new ApiError({
      code: error.source.at === 'deleted' ? ErrorCode.notFound : ErrorCode.pathNotFound,
    })
  if (error instanceof LinkChangedError) return new ApiError({ code: ErrorCode.linkChanged })
  if (error instanceof LinkStaysDeadError)
    return new ApiError({ code: ErrorCode.invalidParameters })
  return undefined
}

type PlacedLink = { readonly uri: string; readonly limits: LinkLimits }

/** Where a link leads and what it allows now. The row of a lost link says so. Throws {@link LinkOrSourceGoneError} and what the requests throw. */
export async function requireLinkSourceAndLimits(
  client: QueryClient,
  row: LinkRow,
  signal?: AbortSignal,
): Promise<PlacedLink> {
  const source = await locateLinkSource(row, signal)
  if (source.at !== 'folder') {
    await showLostLink(client, row, source, signal)
    throw new LinkOrSourceGoneError(source)
  }
  return { uri: source.uri, limits: limitsOfLink(source.link) }
}

function requireAlive({ expires, remaining }: LinkLimits): void {
  if (expires !== null && expires <= serviceNow()) throw new LinkStaysDeadError('expires')
  if (remaining !== null && remaining <= 0) throw new LinkStaysDeadError('remaining')
}

/** What a link with these limits becomes by a change. Throws {@link LinkStaysDeadError}. */
export function requireLiveLimitsAfterChange(limits: LinkLimits, change: LinkChange): LinkLimits {
  const next = limitsAfterChange(limits, change)
  requireAlive(next)
  return next
}

/**
 * Edits one link, a dead one too, and resolves to its new row. What `change` leaves out is sent back as the service has
 * it now, since an edit clears what is missing (docs/protocol.md §5.3). `seen`: what the user saw, or a part of it; a link
 * that differs from it is not sent. `onRead` is told what it allows before the edit, and whether that is what the edit
 * makes of it, so that nothing is sent. An answer that gets lost is looked up; the edit is never sent twice. Throws
 * {@link LinkOrSourceGoneError}, {@link LinkChangedError}, {@link LinkStaysDeadError}, `ApiError` and `TransportError`.
 */
export async function editLink(
  client: QueryClient,
  row: LinkRow,
  change: LinkChange,
  {
    seen,
    onRead,
    signal,
  }: {
    seen?: Partial<LinkLimits> | undefined
    onRead?: (before: LinkLimits, isEdited: boolean) => void
    signal?: AbortSignal | undefined
  } = {},
): Promise<LinkRow> {
  const { uri, limits } = await requireLinkSourceAndLimits(client, row, signal)
  const next = requireLiveLimitsAfterChange(limits, change)
  // An edit whose answer was lost may have been carried out.
  if (isSameLimits(limits, next)) {
    onRead?.(limits, true)
    return rowWithLimits(row, limits)
  }
  if (seen && !isSameLimits(limits, { ...limits, ...seen })) throw new LinkChangedError(limits)
  onRead?.(limits, false)
  const sendTo = (at: string) =>
    replaceLinkLimits(row.id, at, toLinkLimitsRequest(next, serviceNow()), signal)
  try {
    await sendTo(uri)
  } catch (error) {
    if (isNotFound(error)) {
      // The item was moved or renamed since it was looked up; the edit was refused.
      const moved = await requireLinkSourceAndLimits(client, row, signal)
      if (moved.uri === uri) throw error
      await sendTo(moved.uri)
    } else if (error instanceof TransportError) {
      const found = await requireLinkSourceAndLimits(client, row, signal).catch(() => undefined)
      if (!found || !isSameLimits(found.limits, next)) throw error
      return rowWithLimits(row, found.limits)
    } else throw error
  }
  return rowWithLimits(row, next)
}
