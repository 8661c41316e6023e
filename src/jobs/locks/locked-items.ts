import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import { canonicalUri } from '#src/contract/uri.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { type ItemLockConflict, type LockEntry, toLockEntries } from './lock-question.ts'

/*
 * Items that a write was refused for because of a lock (L12). They stay marked until a write to them succeeds, they are
 * unlocked here or their folder is read anew: nobody asks the service about locks.
 */

/** An item by its id, which stays with it when it is moved or renamed; what only its URI is known of, by that. */
export type LockableItem = { readonly uri: string; readonly id?: string | undefined }
const keyOf = ({ uri, id }: LockableItem): string => id ?? canonicalUri(uri)

export type KnownLocks = ReadonlyMap<string, LockEntry>

/** By id or canonical URI: of what is locked, and of the item that was to be changed. */
const useStore = create<{ locks: KnownLocks }>()(() => ({ locks: new Map() }))

export const useKnownLocks = (): KnownLocks => useStore(({ locks }) => locks)

export const knownLockOf = (locks: KnownLocks, item: LockableItem): LockEntry | undefined =>
  locks.size === 0 ? undefined : (locks.get(keyOf(item)) ?? locks.get(canonicalUri(item.uri)))

/** The lock that a write to this item has met. */
export const useKnownLock = (item: LockableItem): LockEntry | undefined =>
  knownLockOf(useKnownLocks(), item)

/** `alsoOn`: items that all of these locks stop. Returns the keys of all that they stop. */
export function rememberLocks(
  met: readonly ItemLockConflict[],
  alsoOn: readonly LockableItem[],
): string[] {
  const locks = new Map(useStore.getState().locks)
  const items = [...alsoOn, ...met.flatMap(({ item }) => item ?? [])]
  const keysByUri = new Map(items.map((item) => [canonicalUri(item.uri), keyOf(item)]))
  const stopped: string[] = []
  for (const lock of met.toReversed()) {
    const [entry] = toLockEntries([lock])
    const { conflict, item } = lock
    const uri = conflict.path && canonicalUri(conflict.path)
    const keys = [...alsoOn, ...(item ? [item] : [])].map(keyOf)
    if (uri) keys.push(keysByUri.get(uri) ?? uri)
    if (entry) for (const key of keys) locks.set(key, entry)
    stopped.push(...keys)
  }
  useStore.setState({ locks })
  return stopped
}

function forget(isOver: (key: string, entry: LockEntry) => boolean): void {
  const { locks } = useStore.getState()
  const left = [...locks].filter(([key, entry]) => !isOver(key, entry))
  if (left.length < locks.size) useStore.setState({ locks: new Map(left) })
}

/**
 * What these keys are of is free, and so is what its locks stopped, such as the folder above; but nothing is known of what
 * stops the items `except`.
 */
export function forgetLocksByKey(
  keys: readonly string[],
  except: readonly { readonly id: string }[] = [],
): void {
  const { locks } = useStore.getState()
  const free = new Set(keys)
  const hidden = new Set(except.map(({ id }) => locks.get(id)?.path ?? id))
  forget(
    (key, { path }) =>
      !hidden.has(path ?? key) && (free.has(key) || (!!path && free.has(canonicalUri(path)))),
  )
}

/** These items have been written to. */
export const forgetLocksOfItems = (items: readonly LockableItem[]): void =>
  forgetLocksByKey(items.flatMap((item) => [keyOf(item), canonicalUri(item.uri)]))

/** These locks are released, or gone already. */
export function forgetLocksByToken(tokens: readonly string[]): void {
  const released = new Set(tokens)
  forget((_, { token }) => token !== undefined && released.has(token))
}

/**
 * The user has this list read anew, by Refresh or by entering its page; lists that follow others by themselves say nothing
 * of locks. Once that has worked, what is known until now is not any more. What else these locks stop, such as the folder
 * above, stays marked: the service was not asked about it.
 */
export function forgetLocksOnceRead(list: PagedList<FileRow>, reading: Promise<unknown>): void {
  const before = useStore.getState().locks
  if (before.size === 0) return
  void reading.then(() => {
    if (list.loadState.at !== 'complete') return
    const listed = new Set(
      Array.from(list.order, (rowIndex) => list.at(rowIndex)).flatMap((row) =>
        row ? [row.id, canonicalUri(row.uri)] : [],
      ),
    )
    forget((key, entry) => listed.has(key) && before.get(key) === entry)
  })
}

onSignOut(() => useStore.setState({ locks: new Map() }))
