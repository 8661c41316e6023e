import type { Listing } from './listing.ts'

const found = new WeakMap<object, Map<string, { version: number; key: string; value: unknown }>>()

/**
 * What comes out of a look at every row, kept with the list: whoever comes back to its page finds it there. `name` says
 * what is looked for, `key` what it depends on besides the rows.
 */
export function overList<T>(
  listing: Pick<Listing<never>, 'version'>,
  name: string,
  key: string,
  look: () => T,
): T {
  let known = found.get(listing)
  if (!known) found.set(listing, (known = new Map()))
  const version = listing.version()
  const last = known.get(name)
  if (last?.version === version && last.key === key) return last.value as T
  const value = look()
  known.set(name, { version, key, value })
  return value
}
