import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { FileUri } from '#src/contract/uri.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { isRoot, resolvePlace } from '#src/server/files/resolve.ts'
import type { PlaceCache, Place } from '#src/server/files/resolve.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import type { LockTarget } from '#src/server/locks/locks.ts'
import type { Db } from '#src/server/storage/db.ts'
import { readUri } from './call.ts'
import type { Call } from './call.ts'
import { Refusal } from './envelope.ts'
import { maxBatchSize } from './site.ts'

/** The URIs of a batch in a request body. */
export const UriList = v.pipe(v.array(v.string()), v.minLength(1))

/** Parses the URIs of a batch. Throws 40074 for more than 3,000 of them and 40001 when one cannot be parsed. */
export function readUris(texts: readonly string[]): FileUri[] {
  if (texts.length > maxBatchSize) {
    throw new Refusal(ErrorCode.batchTooLarge, `Maximum allowed batch size: ${maxBatchSize}`)
  }
  return texts.map(readUri)
}

/** The refused items of a batch, by canonical URI. */
export type Failures = Map<string, Refusal>

/** Runs `work` for each URI in a transaction of its own, which its refusal undoes; returns the refusals. */
export function runEach(db: Db, uris: readonly FileUri[], work: (uri: FileUri) => void): Failures {
  const failures: Failures = new Map()
  for (const uri of uris) {
    try {
      db.transaction(() => work(uri))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failures.set(formatUri(uri), error)
    }
  }
  return failures
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

export type BatchItem = { readonly place: Place; readonly file: FileRow }

/**
 * Resolves the items of a batch: each once, and without those inside another item of the batch. A root fails with 403,
 * and so does, with its own code, each item that `check` refuses; the others are returned.
 */
export function resolveBatch(
  call: Call,
  uris: readonly FileUri[],
  check: (item: BatchItem) => void,
): { items: BatchItem[]; failures: Failures } {
  const known: PlaceCache = new Map()
  const items = new Map<number, BatchItem>()
  const failures = runEach(call.context.db, uris, (uri) => {
    const place = resolvePlace(call, uri, known)
    const { file } = place
    if (!file || isRoot(place)) {
      throw new Refusal(ErrorCode.forbidden, 'Not supported action', { detail: 'a root' })
    }
    check({ place, file })
    items.set(file.key, { place, file })
  })
  const outermost = [...items.values()].filter(
    ({ place }) => !place.chain.slice(0, -1).some(({ key }) => items.has(key)),
  )
  return { items: outermost, failures }
}

/** Throws 40073 when any target of any item is locked; conflict paths are relative to the share of each item. */
export function requireItemsUnlocked(
  call: Call,
  items: readonly BatchItem[],
  targetsOf: (item: BatchItem) => readonly LockTarget[],
): void {
  const shares = new Map(items.map(({ place }) => [place.share?.id, place.share]))
  for (const [id, share] of shares) {
    const these = items.filter(({ place }) => place.share?.id === id)
    requireUnlocked(call, these.flatMap(targetsOf), { share })
  }
}
