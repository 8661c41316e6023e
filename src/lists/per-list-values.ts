import { onSignOut } from '#src/api/resets.ts'
import { Selection } from '#src/lib/selection.ts'
import type { PagedList } from './paged-list.ts'

// A list of react-query outlives its page; what is computed of all its rows or selected in it goes with the list, and at
// sign-out, whoever still holds the list.
let valuesByList = new WeakMap<object, Map<string, unknown>>()
onSignOut(() => {
  valuesByList = new WeakMap()
})

/** What is kept under `name` for as long as a list exists. */
export function createListValueAccessor<T>(
  list: object,
  name: string,
): { get: () => T | undefined; set: (value: T) => void } {
  let values = valuesByList.get(list)
  if (!values) valuesByList.set(list, (values = new Map()))
  const kept = values
  return {
    get: () => kept.get(name) as T | undefined,
    set: (value) => void kept.set(name, value),
  }
}

/** There is one selection per list, as long as the list exists; leaving the page keeps it. */
export function selectionOf(list: object): Selection {
  const kept = createListValueAccessor<Selection>(list, 'selection')
  const selection = kept.get() ?? new Selection()
  kept.set(selection)
  return selection
}

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
  const kept = createListValueAccessor<Memo>(list, name)
  const version = list.version()
  const memo = kept.get()
  if (memo?.version === version && memo.key === key) return memo.value as T
  const value = compute()
  if (value !== undefined) kept.set({ version, key, value })
  return value
}
