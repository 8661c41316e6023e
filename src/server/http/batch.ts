import { setImmediate as nextTurn } from 'node:timers/promises'
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

/** Items in one transaction; other requests are answered between two of them. */
const chunkSize = 250

/** What was done for an item: the rows written, and whether there is more to do for it. */
export type Step = { readonly rows: number; readonly isDone: boolean }

/**
 * Like {@link runEach}, but commits after about `limit` rows, and answers other requests in between. `step` does part of
 * the work for an item, at most `room` rows of it, and is called again until the item is done; without a result it was
 * one row. What was read before a part is out of date in the next one, which `onNextPart` tells.
 */
export async function runInParts(
  db: Db,
  uris: readonly FileUri[],
  step: (uri: FileUri, room: number) => Step | void,
  onNextPart: () => void,
  limit = chunkSize,
): Promise<Failures> {
  const failures: Failures = new Map()
  let index = 0
  let isFirst = true
  const runPart = () => {
    for (let room = limit; room > 0 && index < uris.length;) {
      const uri = uris[index] as FileUri
      let result: Step = { rows: 1, isDone: true }
      const failed = runEach(db, [uri], () => {
        result = step(uri, room) ?? result
      })
      for (const [key, failure] of failed) failures.set(key, failure)
      room -= result.rows
      if (result.isDone) index++
    }
  }
  while (index < uris.length) {
    if (!isFirst) {
      await nextTurn()
      onNextPart()
    }
    isFirst = false
    db.transaction(runPart)
  }
  return failures
}

export type BatchItem = { readonly place: Place; readonly file: FileRow }
type Resolved = { items: readonly BatchItem[]; failures: Failures }

/** Resolves the items of a batch, each once; see {@link changeBatch}. */
function createResolver(call: Call, check: (item: BatchItem) => void) {
  const known: PlaceCache = new Map()
  const items = new Map<number, BatchItem>()
  const failures: Failures = new Map()
  return {
    resolve: (uri: FileUri): void => {
      try {
        const place = resolvePlace(call, uri, known)
        const { file } = place
        if (!file || isRoot(place)) {
          throw new Refusal(ErrorCode.forbidden, 'Not supported action', { detail: 'a root' })
        }
        check({ place, file })
        items.set(file.key, { place, file })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        failures.set(formatUri(uri), error)
      }
    },
    result: (): Resolved => ({ items: [...items.values()], failures }),
  }
}

/** The items without those inside another one of them. */
export function outermostItems(items: readonly BatchItem[]): BatchItem[] {
  const keys = new Set(items.map(({ file }) => file.key))
  return items.filter(({ place }) => !place.chain.slice(0, -1).some(({ key }) => keys.has(key)))
}

/** How often a batch is resolved in parts, before it is resolved at once. */
const maxAttempts = 3

/**
 * Resolves the items of a batch, then checks or changes them in one transaction. Other requests are answered while a
 * long batch is resolved; when one of them writes, it is resolved again, so that `change` gets items as they are. `begin`
 * is called before each attempt; it returns a check for each item, which must not write. A root fails with 403, and so
 * does, with its own code, each item that the check refuses.
 */
export async function changeBatch<T>(
  call: Call,
  uris: readonly FileUri[],
  begin: () => (item: BatchItem) => void,
  change: (resolved: Resolved) => T,
): Promise<T> {
  const { db } = call.context
  for (let attempt = 1; ; attempt++) {
    const before = db.writeCount()
    const { resolve, result } = createResolver(call, begin())
    for (const [index, uri] of uris.entries()) {
      if (index > 0 && index % chunkSize === 0 && attempt < maxAttempts) await nextTurn()
      if (db.writeCount() !== before) break
      resolve(uri)
    }
    // No other request comes between this comparison and the transaction.
    if (db.writeCount() === before) return db.transaction(() => change(result()))
  }
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
