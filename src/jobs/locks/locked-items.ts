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

/** By canonical URI: of what is locked, and of the item that was to be changed. */
const useStore = create<{ locks: ReadonlyMap<string, LockEntry> }>()(() => ({ locks: new Map() }))

/** All that are known, by the canonical URIs of what they stop. */
export const useKnownLocks = (): ReadonlyMap<string, LockEntry> => useStore(({ locks }) => locks)

/** The lock that a write to this item has met. */
export function useKnownLock(uri: string): LockEntry | undefined {
  const locks = useKnownLocks()
  return locks.size === 0 ? undefined : locks.get(canonicalUri(uri))
}

/** What a lock stops: what is locked, and the item that was to be changed. */
export const urisBlockedByLock = ({ conflict, item }: ItemLockConflict): string[] =>
  [conflict.path, item?.uri].flatMap((uri) => uri || [])

/** `alsoOn`: URIs that all of these locks stop. */
export function rememberLocks(met: readonly ItemLockConflict[], alsoOn: readonly string[]): void {
  const locks = new Map(useStore.getState().locks)
  for (const lock of met.toReversed()) {
    const [entry] = toLockEntries([lock])
    for (const uri of [...alsoOn, ...urisBlockedByLock(lock)])
      if (entry) locks.set(canonicalUri(uri), entry)
  }
  useStore.setState({ locks })
}

function forget(isOver: (uri: string, entry: LockEntry) => boolean): void {
  const { locks } = useStore.getState()
  const left = [...locks].filter(([uri, entry]) => !isOver(uri, entry))
  if (left.length < locks.size) useStore.setState({ locks: new Map(left) })
}

/** These items have been written to: what their locks stopped, such as the folder above, is free too. */
export function forgetLocksOfItems(uris: readonly string[]): void {
  if (useStore.getState().locks.size === 0) return
  const free = new Set(uris.map(canonicalUri))
  forget((uri, { path }) => free.has(uri) || (!!path && free.has(canonicalUri(path))))
}

/** These locks are released, or gone already. */
export function forgetLocksByToken(tokens: readonly string[]): void {
  const released = new Set(tokens)
  forget((_, { token }) => token !== undefined && released.has(token))
}

/**
 * The user has this list read anew, by Refresh or by entering its page; lists that follow others by themselves say nothing
 * of locks. What else these locks stop, such as the folder above, stays marked: the service was not asked about it.
 */
export function forgetLocksInList(list: PagedList<FileRow>): void {
  if (useStore.getState().locks.size === 0) return
  const listed = new Set(
    Array.from(list.order, (rowIndex) => canonicalUri(list.at(rowIndex)?.uri ?? '')),
  )
  forget((uri) => listed.has(uri))
}

onSignOut(() => useStore.setState({ locks: new Map() }))
