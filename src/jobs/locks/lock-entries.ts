import type { LockConflict } from '#src/contract/lock.ts'
import { parseUri } from '#src/contract/uri.ts'
import type { LockEntry } from './lock-question.ts'

/** A conflict, and the requested item that it blocks, when the service says so. */
export type ItemLock = {
  readonly conflict: LockConflict
  readonly item?:
    | {
        readonly uri: string
        readonly name: string
        /** Of a deleted item, the URI that it had. */
        readonly origin?: string | null
      }
    | undefined
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
  for (const [index, { conflict, item }] of locks.entries()) {
    const { path, token, owner, type } = conflict
    const key = token ?? (path ? `${path} ${owner?.application?.type ?? ''}` : `#${index}`)
    if (entries.has(key)) continue
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
