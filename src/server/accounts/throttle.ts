/** Counts failed attempts in a sliding window, per key and per network address. */
type Throttle = {
  /** Whether the key, or the address in all, has reached its limit. */
  isBlocked(key: string, address: string): boolean
  /** Counts an attempt as failed, before it is known: others at the same time must not slip through. */
  fail(key: string, address: string): void
  /** Takes back the failure that was counted for this attempt, and all others of the key. */
  succeed(key: string, address: string): void
}

/** The kinds of secrets that are guessed, each with its own throttle: guesses of one kind cannot flush another's. */
export type Throttles = {
  readonly password: Throttle
  readonly secondFactor: Throttle
  readonly share: Throttle
}

type Limits = { limit: number; windowMs: number; maxKeys: number }
type Counter = {
  isBlocked(key: string): boolean
  add(key: string): void
  removeLast(key: string): void
  remove(key: string): void
}

/**
 * Counts times per key. Above `maxKeys` keys, those whose window is over are dropped first, then the one that failed
 * longest ago, but never one that is blocked: otherwise failures of other keys would unblock it.
 */
function createCounter(now: () => number, { limit, windowMs, maxKeys }: Limits): Counter {
  const times = new Map<string, number[]>()
  const recent = (key: string) => (times.get(key) ?? []).filter((time) => time > now() - windowMs)
  function makeRoom(): void {
    // The map is in order of the last failure, so that expired keys come first.
    for (const [key, list] of times) {
      const isOver = (list.at(-1) ?? 0) <= now() - windowMs
      if (!isOver && times.size <= maxKeys) return
      if (isOver || recent(key).length < limit) times.delete(key)
      // All others are younger, so that at most `maxKeys` unblocked ones are looked at.
      if (times.size <= maxKeys && !isOver) return
    }
  }
  return {
    isBlocked: (key) => recent(key).length >= limit,
    add(key) {
      const list = [...recent(key), now()].slice(-2 * limit)
      times.delete(key)
      times.set(key, list)
      if (times.size > maxKeys) makeRoom()
    },
    removeLast(key) {
      const list = recent(key).slice(0, -1)
      if (list.length > 0) times.set(key, list)
      else times.delete(key)
    },
    remove: (key) => void times.delete(key),
  }
}

/** An IPv6 network of 64 bits counts as one address, since one subscriber has all of its addresses. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::', 2)
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - start.length - end.length
  const groups = [...start, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...end]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Failures of one key within 15 minutes, and of one address over all keys. */
const keyLimits: Limits = { limit: 10, windowMs: 15 * 60_000, maxKeys: 10_000 }
const addressLimits: Limits = { limit: 100, windowMs: 15 * 60_000, maxKeys: 10_000 }

/** Creates the throttles of a service. `now` is in milliseconds since 1970; an address of '' is not counted. */
export function createThrottles(now: () => number): Throttles {
  const addresses = createCounter(now, addressLimits)
  const createThrottle = (): Throttle => {
    const keys = createCounter(now, keyLimits)
    return {
      isBlocked: (key, address) =>
        keys.isBlocked(key) || (address !== '' && addresses.isBlocked(networkOf(address))),
      fail(key, address) {
        keys.add(key)
        if (address !== '') addresses.add(networkOf(address))
      },
      succeed(key, address) {
        keys.remove(key)
        if (address !== '') addresses.removeLast(networkOf(address))
      },
    }
  }
  return { password: createThrottle(), secondFactor: createThrottle(), share: createThrottle() }
}
