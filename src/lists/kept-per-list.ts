import { onSignOut } from '#src/api/resets.ts'

// A list of react-query outlives its page; what is computed of all its rows or selected in it goes with the list, and at
// sign-out, whoever still holds the list.
let valuesByList = new WeakMap<object, Map<string, unknown>>()
onSignOut(() => {
  valuesByList = new WeakMap()
})

/** The value is kept under `name` for as long as the list exists. */
export function keptPerList<T>(
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
