import { keptPerList } from '#src/lists/kept-per-list.ts'
import type { PagedList } from '#src/lists/paged-list.ts'

type Memo = { version: number; key: string; value: unknown }

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
  const kept = keptPerList<Memo>(list, name)
  const version = list.version()
  const memo = kept.get()
  if (memo?.version === version && memo.key === key) return memo.value as T
  const value = compute()
  if (value !== undefined) kept.set({ version, key, value })
  return value
}

/**
 * Returns what was computed last under `name`, perhaps with another key; `isCurrent` when the rows are still the same.
 */
export function lastMemoized(
  list: Pick<PagedList<never>, 'version'>,
  name: string,
): { value: unknown; isCurrent: boolean } | undefined {
  const memo = keptPerList<Memo>(list, name).get()
  return memo && { value: memo.value, isCurrent: memo.version === list.version() }
}
