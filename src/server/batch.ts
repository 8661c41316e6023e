import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { FileUri } from '#src/contract/uri.ts'
import { readUri } from './call.ts'
import type { Call } from './call.ts'
import { Refusal } from './envelope.ts'
import type { FileRow } from './files.ts'
import { requireUnlocked } from './locks.ts'
import type { LockTarget } from './locks.ts'
import { isRoot, resolvePlace } from './resolve.ts'
import type { KnownPlaces, Place } from './resolve.ts'
import { maxBatchSize } from './site.ts'

/** The addresses of a batch in a request's body. */
export const Uris = v.pipe(v.array(v.string()), v.minLength(1))

/** Reads the addresses of a batch. Throws 40074 for too many of them and 40001 when any is none. */
export function readUris(texts: readonly string[]): FileUri[] {
  if (texts.length > maxBatchSize) {
    throw new Refusal(Code.batchTooLarge, `Maximum allowed batch size: ${maxBatchSize}`)
  }
  return texts.map(readUri)
}

/** What failed in a batch, by the address as the service writes it. */
export type Failures = Map<string, Refusal>

/** Runs `work` for each address; what it refuses is kept for the end. */
export function eachOf(uris: readonly FileUri[], work: (uri: FileUri) => void): Failures {
  const failures: Failures = new Map()
  for (const uri of uris) {
    try {
      work(uri)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failures.set(formatUri(uri), error)
    }
  }
  return failures
}

/** Throws 40081 with what failed, if anything did. */
export function refuseFailed(failures: Failures): void {
  const [first] = failures.values()
  if (!first) return
  const isOne = failures.size === 1
  throw new Refusal(Code.batchIncomplete, isOne ? first.message : 'One or more operation failed', {
    ...(isOne ? { detail: first.detail } : {}),
    aggregated: failures,
  })
}

export type Item = { readonly place: Place; readonly file: FileRow }

/**
 * The items of a batch, each once and none that lies in another one, so that a batch never stands in its own way.
 * Roots are refused with 403, and what `check` refuses fails alone.
 */
export function resolveBatch(
  call: Call,
  uris: readonly FileUri[],
  check: (item: Item) => void,
): { items: Item[]; failures: Failures } {
  const known: KnownPlaces = new Map()
  const items = new Map<number, Item>()
  const failures = eachOf(uris, (uri) => {
    const place = resolvePlace(call, uri, known)
    const { file } = place
    if (!file || isRoot(place)) {
      throw new Refusal(Code.forbidden, 'Not supported action', { detail: 'a root' })
    }
    check({ place, file })
    items.set(file.key, { place, file })
  })
  const outermost = [...items.values()].filter(
    ({ place }) => !place.chain.slice(0, -1).some(({ key }) => items.has(key)),
  )
  return { items: outermost, failures }
}

/** Throws 40073 when anything that a batch would touch is locked; conflicts are told as each share allows. */
export function requireItemsUnlocked(
  call: Call,
  items: readonly Item[],
  targetsOf: (item: Item) => readonly LockTarget[],
): void {
  const shares = new Map(items.map(({ place }) => [place.share?.id, place.share]))
  for (const [id, share] of shares) {
    const these = items.filter(({ place }) => place.share?.id === id)
    requireUnlocked(call, these.flatMap(targetsOf), { share })
  }
}
