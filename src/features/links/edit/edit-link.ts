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

/** Where the item of a link is when a link cannot lead there, or when the link itself is gone. */
export type LostSource = Exclude<LinkSourceLocation, { at: 'folder' }>

/** Nothing was sent. The code says why. */
export class LinkNotEditedError extends ApiError {
  override name = 'LinkNotEditedError'
  /** Set where the link or its item is gone. */
  readonly source: LostSource | undefined
  /** What the link allows, set where it was changed elsewhere since it was read, or would be dead after the edit. */
  readonly limits: LinkLimits | undefined
  constructor(
    code: number,
    { source, limits }: Partial<Pick<LinkNotEditedError, 'source' | 'limits'>>,
  ) {
    super({ code })
    this.source = source
    this.limits = limits
  }
}

type PlacedLink = { readonly uri: string; readonly limits: LinkLimits }

/** Where a link leads and what it allows now. The row of a lost link says so. Throws {@link LinkNotEditedError} and what the requests throw. */
export async function requireLinkSourceAndLimits(
  client: QueryClient,
  row: LinkRow,
  signal?: AbortSignal,
): Promise<PlacedLink> {
  const source = await locateLinkSource(row, signal)
  if (source.at !== 'folder') {
    await showLostLink(client, row, source, signal)
    const code = source.at === 'deleted' ? ErrorCode.notFound : ErrorCode.pathNotFound
    throw new LinkNotEditedError(code, { source })
  }
  return { uri: source.uri, limits: limitsOfLink(source.link) }
}

/**
 * What a link with these limits becomes by a change. An expired or used-up link without a new expiry or limit is refused:
 * sent back as it is, the service would take it as "never" or "no limit".
 */
export function requireLiveLimitsAfterChange(limits: LinkLimits, change: LinkChange): LinkLimits {
  const next = limitsAfterChange(limits, change)
  const { expires, remaining } = next
  const isOver = expires !== null && expires <= serviceNow()
  if (isOver || (remaining !== null && remaining <= 0))
    throw new LinkNotEditedError(ErrorCode.invalidParameters, { limits })
  return next
}

/**
 * Edits one link, a dead one too, and resolves to its new row. What `change` leaves out is sent back as the service has
 * it now, since an edit clears what is missing (docs/protocol.md §5.3). `seen`: what the user saw, or a part of it; a link
 * that differs from it is not sent. `onRead` is told what it allows before the edit, which waits for it, and whether that
 * is what the edit makes of it, so that nothing is sent. An answer that gets lost is looked up; the edit is never sent
 * twice. Throws {@link LinkNotEditedError}, `ApiError` and `TransportError`.
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
    onRead?: (before: LinkLimits, isEdited: boolean) => Promise<void> | void
    signal?: AbortSignal | undefined
  } = {},
): Promise<LinkRow> {
  const { uri, limits } = await requireLinkSourceAndLimits(client, row, signal)
  const next = requireLiveLimitsAfterChange(limits, change)
  // An edit whose answer was lost may have been carried out.
  if (isSameLimits(limits, next)) {
    await onRead?.(limits, true)
    return rowWithLimits(row, limits)
  }
  if (seen && !isSameLimits(limits, { ...limits, ...seen }))
    throw new LinkNotEditedError(ErrorCode.linkChanged, { limits })
  await onRead?.(limits, false)
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
