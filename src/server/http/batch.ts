import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { isRootUri, resolveUri } from '#src/server/files/resolve.ts'
import type { UriCache, ResolvedUri } from '#src/server/files/resolve.ts'
import type { LockTarget } from '#src/server/locks/lock-table.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import { parseRequestUri } from './request-context.ts'
import type { RequestContext } from './request-context.ts'
import { HttpError } from './responses/envelope.ts'
import { maxBatchSize } from './site.ts'
import { pauseIfDue } from './time-slices.ts'
import type { BatchFailures } from './time-slices.ts'

/** The URIs of a batch in a request body. */
export const UriList = v.pipe(v.array(v.string()), v.minLength(1))

/** Parses the URIs of a batch. Throws 40074 for more than 3,000 of them and 40001 when one cannot be parsed. */
export function parseUriList(texts: readonly string[]): ParsedUri[] {
  if (texts.length > maxBatchSize) {
    throw new HttpError(ErrorCode.batchTooLarge, `Maximum allowed batch size: ${maxBatchSize}`)
  }
  return texts.map(parseRequestUri)
}

/** Throws 40081 with all failures, if there are any. */
export function throwIfFailed(failures: BatchFailures): void {
  const [first] = failures.values()
  if (!first) return
  const isOne = failures.size === 1
  throw new HttpError(
    ErrorCode.batchIncomplete,
    isOne ? first.message : 'One or more operation failed',
    {
      ...(isOne ? { detail: first.detail } : {}),
      aggregated: failures,
    },
  )
}

export type ResolvedItem = { readonly resolved: ResolvedUri; readonly file: FileRow }
type ResolvedBatch = { items: readonly ResolvedItem[]; failures: BatchFailures }

/** The items without those inside another one of them. */
export function outermostItems(items: readonly ResolvedItem[]): ResolvedItem[] {
  const keys = new Set(items.map(({ file }) => file.key))
  return items.filter(
    ({ resolved }) => !resolved.chain.slice(0, -1).some(({ key }) => keys.has(key)),
  )
}

/** Enters the failures of items of a batch for its other items inside them too: nothing was done for those. */
export function addFailuresInside(items: readonly ResolvedItem[], failures: BatchFailures): void {
  const byKey = new Map(
    items.map(({ resolved, file }) => [file.key, failures.get(formatUri(resolved.uri))]),
  )
  for (const { resolved } of items) {
    const failure = resolved.chain.map(({ key }) => byKey.get(key)).find(Boolean)
    if (failure) failures.set(formatUri(resolved.uri), failure)
  }
}

/**
 * Resolves the items of a batch, each once, and answers other requests meanwhile; then calls `checkAll` in one transaction,
 * before anything is changed. What another request changes meanwhile or later is found when the item itself is changed.
 * A root fails with 403, and so does, with its own code, each item that `checkItem` refuses; neither of the two may write.
 */
export async function resolveAndCheckBatch<T>(
  ctx: RequestContext,
  uris: readonly ParsedUri[],
  checkItem: (item: ResolvedItem) => void,
  checkAll: (batch: ResolvedBatch) => T,
): Promise<T> {
  const cache: UriCache = new Map()
  const items = new Map<number, ResolvedItem>()
  const failures: BatchFailures = new Map()
  for (const uri of uris) {
    await pauseIfDue(ctx)
    try {
      const resolved = resolveUri(ctx, uri, cache)
      const { file } = resolved
      if (!file || isRootUri(resolved)) {
        throw new HttpError(ErrorCode.forbidden, 'Not supported action', { detail: 'a root' })
      }
      checkItem({ resolved, file })
      items.set(file.key, { resolved, file })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      failures.set(formatUri(uri), error)
    }
  }
  return ctx.context.db.transaction(() => checkAll({ items: [...items.values()], failures }))
}

/** Throws 40073 when any target of any item is locked; conflict paths are relative to the share of each item. */
export function requireItemsUnlocked(
  ctx: RequestContext,
  items: readonly ResolvedItem[],
  targetsOf: (item: ResolvedItem) => readonly LockTarget[],
): void {
  const shares = new Map(items.map(({ resolved }) => [resolved.share?.id, resolved.share]))
  for (const [id, share] of shares) {
    const these = items.filter(({ resolved }) => resolved.share?.id === id)
    requireUnlocked(ctx, these.flatMap(targetsOf), { share })
  }
}

/**
 * Resolves the items of a batch again, by their own URIs, when their turn has come. Throws 40016 when another item is in
 * the place of one by now, and what {@link resolveUri} throws.
 */
export function createItemResolver(
  ctx: RequestContext,
  items: readonly ResolvedItem[],
  cache: UriCache,
): (uri: ParsedUri) => ResolvedItem {
  const keys = new Map(items.map(({ resolved, file }) => [resolved.uri, file.key]))
  return (uri) => {
    const resolved = resolveUri(ctx, uri, cache)
    const { file } = resolved
    if (!file || file.key !== keys.get(uri)) {
      throw new HttpError(ErrorCode.pathNotFound, 'Path not exist', {
        detail: 'another item has its place',
      })
    }
    return { resolved, file }
  }
}
