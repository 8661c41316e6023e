/** Counts failures in a sliding window. */
export type Throttle = {
  /** Whether `key` has used up its failures. */
  isBlocked(key: string): boolean
  fail(key: string): void
  clear(key: string): void
}

/** At most `limit` failures per key within `window` milliseconds; remembers at most `maxKeys` keys, the oldest go first. */
export function createThrottle(
  now: () => number,
  { limit = 10, window = 15 * 60_000, maxKeys = 10_000 } = {},
): Throttle {
  const failures = new Map<string, number[]>()
  const recent = (key: string) => (failures.get(key) ?? []).filter((time) => time > now() - window)
  return {
    isBlocked: (key) => recent(key).length >= limit,
    fail(key) {
      const times = [...recent(key), now()].slice(-limit)
      failures.delete(key)
      failures.set(key, times)
      if (failures.size > maxKeys) {
        const [oldest] = failures.keys()
        if (oldest !== undefined) failures.delete(oldest)
      }
    },
    clear: (key) => void failures.delete(key),
  }
}
