import type { LockConflict } from '#src/contract/lock.ts'
import { parseUri } from '#src/contract/uri.ts'
import type { LockEntry } from './lock-question.ts'

type RequestedItem = {
  readonly uri: string
  readonly name: string
  /** Of a deleted item, the URI that it had. */
  readonly origin?: string | null
}

/** A conflict, and the requested item that it blocks, when the service says so. */
export type ItemLock = {
  readonly conflict: LockConflict
  readonly item?: RequestedItem | undefined
}

/** The last segment of a URI: of an item in the trash its id. */
function lastSegment(uri: string): string | undefined {
  try {
    return parseUri(uri).segments.at(-1)
  } catch {
    return undefined
  }
}

/** The requested items by the last segments of their URIs. */
function itemsBySegment(locks: readonly ItemLock[]): Map<string | undefined, RequestedItem> {
  return new Map(locks.flatMap(({ item }) => (item ? [[lastSegment(item.uri), item]] : [])))
}

/** Whether a conflict path, or the lack of one, says no more about an item of the trash than its id. */
function isIdOnly(path: string | undefined, item: { readonly uri: string }): boolean {
  try {
    const { host, segments } = parseUri(item.uri)
    if (host !== 'trash' || !path) return host === 'trash'
    const conflict = parseUri(path)
    return conflict.host === 'trash' || conflict.segments.at(-1) === segments.at(-1)
  } catch {
    return true
  }
}

/** The list of the lock dialog: every lock once, however many items it blocks. */
export function toLockEntries(locks: readonly ItemLock[]): LockEntry[] {
  const entries = new Map<string, LockEntry>()
  const requested = itemsBySegment(locks)
  for (const [index, { conflict, item: blocked }] of locks.entries()) {
    const { path, token, owner, type } = conflict
    const key = token ?? (path ? `${path} ${owner?.application?.type ?? ''}` : `#${index}`)
    if (entries.has(key)) continue
    // A request that is refused whole lists the locks on all of its items, so the lock may be on another one.
    const locked = path ? requested.get(lastSegment(path)) : undefined
    const item = locked && isIdOnly(path, locked) ? locked : blocked
    const isNamedByItem = item && isIdOnly(path, item)
    entries.set(key, {
      key,
      // The requested item is where the lock is met, even if the service does not say what is locked.
      path: isNamedByItem ? undefined : path || item?.uri,
      itemName: isNamedByItem ? item.name : undefined,
      itemOrigin: (isNamedByItem && item.origin) || undefined,
      token: token || undefined,
      holder: owner ?? undefined,
      type,
    })
  }
  return [...entries.values()]
}
