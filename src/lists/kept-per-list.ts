// Beside the lists, because they know neither selections nor filters: react-query says how long a list exists, and what
// was selected in it or computed of all its rows goes with it.
const valuesByList = new WeakMap<object, Map<string, unknown>>()

/** What is kept under `name` for as long as a list exists. */
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
