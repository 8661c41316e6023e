import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import {
  type ApiError,
  hasErrorCode,
  LockConflictError,
  TransportError,
} from '#src/contract/errors.ts'
import { canonicalUri, ifValid, isSameOrBelow, parseUri } from '#src/contract/uri.ts'
import { groupBy } from '#src/lib/group-by.ts'

/* Which items of a chunk an error is about. */

/** Whether the service, or a proxy before it, takes fewer items in one request. */
export const isTooLargeError = (error: unknown): boolean =>
  hasErrorCode(error, ErrorCode.batchTooLarge) ||
  (error instanceof TransportError && error.status === 413)

export const splitInHalf = <Item>(items: readonly Item[]): (readonly Item[])[] => {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)]
}

/**
 * Matches the keys of a {@link BatchError} to items as URIs: the service may encode them in another way, or name
 * something below an item. `unmatched` is the error of a key that fits no item.
 */
export function matchFailures<Item extends { readonly uri: string }>(
  items: readonly Item[],
  failures: ReadonlyMap<string, ApiError>,
): { failed: Map<Item, ApiError>; unmatched: ApiError | undefined } {
  const byUri = new Map(items.map((item) => [canonicalUri(item.uri), item]))
  const failed = new Map<Item, ApiError>()
  let unmatched: ApiError | undefined
  for (const [key, error] of failures) {
    const uri = canonicalUri(key)
    const item = byUri.get(uri) ?? items.find((each) => isSameOrBelow(uri, each.uri))
    if (item) failed.set(item, error)
    else unmatched = error
  }
  return { failed, unmatched }
}

/** The URIs of the folders above an item, by text: there may be thousands of items. */
export function foldersAbove(uri: string): string[] {
  const names = uri.split('/')
  return names.map((_, depth) => names.slice(0, depth).join('/'))
}

/** Names an item and each folder above it, the item last; empty for text that is not a URI. */
function pathKeys(text: string): string[] {
  const uri = ifValid(() => parseUri(text))
  if (!uri) return []
  const { host, id = '', segments } = uri
  return [host, ...segments].map((_, depth) => JSON.stringify([host, id, segments.slice(0, depth)]))
}

/**
 * The items that a conflict of the whole chunk is about, each with those of its locks that stop it: a lock on the item, or
 * above or below it. `urisOf` names the URIs of an item, also that which it is to get. Items that the same locks stop have
 * the same error.
 */
export function itemsByLockConflict<Item>(
  items: readonly Item[],
  error: LockConflictError,
  urisOf: (item: Item) => readonly string[],
): ReadonlyMap<LockConflictError, readonly Item[]> {
  if (items.length === 1) return new Map([[error, items]])
  const locks = error.conflicts.flatMap(({ path }, index) => {
    const keys = path ? pathKeys(path) : []
    return keys.map((key) => ({ key, index, isItself: key === keys.at(-1) }))
  })
  const locksBelow = groupBy(locks, ({ key }) => key)
  const locksAt = groupBy(
    locks.filter(({ isItself }) => isItself),
    ({ key }) => key,
  )
  const indexesOf = (item: Item): number[] => {
    const keysOfUris = urisOf(item).map(pathKeys)
    const found = [
      ...keysOfUris.flat().flatMap((key) => locksAt.get(key) ?? []),
      ...keysOfUris.flatMap((keys) => locksBelow.get(keys.at(-1) ?? '') ?? []),
    ]
    return [...new Set(found.map(({ index }) => index))].sort((a, b) => a - b)
  }
  const groups = groupBy(items, (item) => indexesOf(item).join())
  groups.delete('')
  return new Map(
    [...groups].map(([indexes, some]) => {
      const conflicts = indexes.split(',').flatMap((index) => error.conflicts[Number(index)] ?? [])
      return [new LockConflictError(error, conflicts), some]
    }),
  )
}
