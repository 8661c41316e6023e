import type { PagedList } from '#src/lists/paged-list.ts'

type Memo = { version: number; key: string; value: unknown }

const memos = new WeakMap<object, Map<string, Memo>>()

/**
 * Memoizes what is computed over all rows of a list, for as long as the list exists: returning to its page does not
 * compute it again. `name` says what is computed, `key` what it depends on besides the rows. Undefined is not kept.
 */
export function memoizePerList<T>(
  list: Pick<PagedList<never>, 'version'>,
  name: string,
  key: string,
  compute: () => T,
): T {
  let memosOfList = memos.get(list)
  if (!memosOfList) memos.set(list, (memosOfList = new Map()))
  const version = list.version()
  const memo = memosOfList.get(name)
  if (memo?.version === version && memo.key === key) return memo.value as T
  const value = compute()
  if (value !== undefined) memosOfList.set(name, { version, key, value })
  return value
}

/** What was computed last under `name`, perhaps with another key; `isCurrent` when the rows are still the same. */
export function lastMemoized(
  list: Pick<PagedList<never>, 'version'>,
  name: string,
): { value: unknown; isCurrent: boolean } | undefined {
  const memo = memos.get(list)?.get(name)
  return memo && { value: memo.value, isCurrent: memo.version === list.version() }
}
