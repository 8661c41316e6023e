import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { FileUri } from '#src/contract/uri.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { isRoot, resolveUri } from '#src/server/files/resolve.ts'
import type { UriCache, ResolvedUri } from '#src/server/files/resolve.ts'
import type { LockTarget } from '#src/server/locks/lock-table.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import { readUri } from './call.ts'
import type { Call } from './call.ts'
import { Refusal } from './envelope.ts'
import { maxBatchSize } from './site.ts'
import { maxTimeSliceRows, startTimeSlice, yieldToOthers } from './time-slices.ts'
import type { Failures } from './time-slices.ts'

/** The URIs of a batch in a request body. */
export const UriList = v.pipe(v.array(v.string()), v.minLength(1))

/** Parses the URIs of a batch. Throws 40074 for more than 3,000 of them and 40001 when one cannot be parsed. */
export function readUris(texts: readonly string[]): FileUri[] {
  if (texts.length > maxBatchSize) {
    throw new Refusal(ErrorCode.batchTooLarge, `Maximum allowed batch size: ${maxBatchSize}`)
  }
  return texts.map(readUri)
}

/** Throws 40081 with all failures, if there are any. */
export function throwIfFailed(failures: Failures): void {
  const [first] = failures.values()
  if (!first) return
  const isOne = failures.size === 1
  throw new Refusal(
    ErrorCode.batchIncomplete,
    isOne ? first.message : 'One or more operation failed',
    {
      ...(isOne ? { detail: first.detail } : {}),
      aggregated: failures,
    },
  )
}

export type BatchItem = { readonly resolved: ResolvedUri; readonly file: FileRow }
type ResolvedBatch = { items: readonly BatchItem[]; failures: Failures }

/** Resolves the items of a batch, each once; see {@link checkBatch}. */
function createResolver(call: Call, check: (item: BatchItem) => void) {
  const known: UriCache = new Map()
  const items = new Map<number, BatchItem>()
  const failures: Failures = new Map()
  return {
    resolve: (uri: FileUri): void => {
      try {
        const resolved = resolveUri(call, uri, known)
        const { file } = resolved
        if (!file || isRoot(resolved)) {
          throw new Refusal(ErrorCode.forbidden, 'Not supported action', { detail: 'a root' })
        }
        check({ resolved, file })
        items.set(file.key, { resolved, file })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        failures.set(formatUri(uri), error)
      }
    },
    result: (): ResolvedBatch => ({ items: [...items.values()], failures }),
  }
}

/** The items without those inside another one of them. */
export function outermostItems(items: readonly BatchItem[]): BatchItem[] {
  const keys = new Set(items.map(({ file }) => file.key))
  return items.filter(
    ({ resolved }) => !resolved.chain.slice(0, -1).some(({ key }) => keys.has(key)),
  )
}

/** How often a batch is resolved, because another request wrote meanwhile. */
const maxAttempts = 3

/**
 * Resolves the items of a batch, then checks them in one transaction, before anything is changed. Other requests are
 * answered while a long batch is resolved; when one of them writes, it is resolved again, a few times at most: what
 * changes later is found when the item itself is changed. `begin` is called before each attempt; it returns a check for
 * each item, which must not write. A root fails with 403, and so does, with its own code, each item that the check
 * refuses.
 */
export async function checkBatch<T>(
  call: Call,
  uris: readonly FileUri[],
  begin: () => (item: BatchItem) => void,
  check: (batch: ResolvedBatch) => T,
): Promise<T> {
  const { db, timeSliceMs } = call.context
  for (let attempt = 1; ; attempt++) {
    const before = db.writeCount()
    const isCurrent = () => attempt === maxAttempts || db.writeCount() === before
    const { resolve, result } = createResolver(call, begin())
    let slice = startTimeSlice(timeSliceMs)
    for (const [index, uri] of uris.entries()) {
      if (index > 0 && (slice.isOver() || index % maxTimeSliceRows === 0)) {
        await yieldToOthers(call.context, call.request)
        slice = startTimeSlice(timeSliceMs)
      }
      if (!isCurrent()) break
      resolve(uri)
    }
    // No other request comes between this comparison and the transaction.
    if (isCurrent()) return db.transaction(() => check(result()))
  }
}

/** Throws 40073 when any target of any item is locked; conflict paths are relative to the share of each item. */
export function requireItemsUnlocked(
  call: Call,
  items: readonly BatchItem[],
  targetsOf: (item: BatchItem) => readonly LockTarget[],
): void {
  const shares = new Map(items.map(({ resolved }) => [resolved.share?.id, resolved.share]))
  for (const [id, share] of shares) {
    const these = items.filter(({ resolved }) => resolved.share?.id === id)
    requireUnlocked(call, these.flatMap(targetsOf), { share })
  }
}
