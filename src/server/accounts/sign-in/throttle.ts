import { networkOf } from '#src/server/http/security/client-address.ts'

/** Counts failed attempts in a sliding window, per key and per network address. */
type Throttle = {
  /** Whether the key, or the address in all, has reached its limit. */
  isBlocked(key: string, address: string): boolean
  /** Counts an attempt as failed, before it is known: others at the same time must not slip through. */
  fail(key: string, address: string): void
  /** Takes back the failure that was counted for this attempt: the secret was not looked at. */
  takeBack(key: string, address: string): void
  /** Takes back the failure that was counted for this attempt, and all others of the key. */
  succeed(key: string, address: string): void
}

/**
 * Delays guesses of one secret, wherever they come from. Right and wrong ones take equally long, so that nobody learns
 * more by not waiting for the answer.
 */
type GuessDelays = {
  /** Milliseconds to wait before this guess is answered; 0 where the right one was given before. */
  delayOf(secret: string, address: string): number
  /** Notes a wrong guess. */
  fail(secret: string): void
  /** Notes that the right one was given, and answered after `delayMs`. */
  succeed(secret: string, address: string, delayMs: number): void
}

/** The kinds of secrets that are guessed, each with its own throttle: guesses of one kind cannot flush another's. */
export type GuessThrottles = {
  readonly password: Throttle
  readonly secondFactor: Throttle
  readonly share: Throttle
  readonly shareDelays: GuessDelays
}

type Limits = { limit: number; windowMs: number; maxKeys: number }
type Counter = {
  isBlocked(key: string): boolean
  count(key: string): number
  add(key: string): void
  removeLast(key: string): void
  remove(key: string): void
}

/**
 * Counts times per key. Above `maxKeys` keys the one that failed longest ago is dropped; those that have reached the limit
 * are counted apart, so that a blocked key stays so until `maxKeys` others are blocked later.
 */
function createCounter(now: () => number, { limit, windowMs, maxKeys }: Limits): Counter {
  const open = new Map<string, number[]>()
  const blocked = new Map<string, number[]>()
  const recent = (key: string) =>
    (blocked.get(key) ?? open.get(key) ?? []).filter((time) => time > now() - windowMs)
  function remove(key: string): void {
    open.delete(key)
    blocked.delete(key)
  }
  function set(key: string, list: number[]): void {
    remove(key)
    if (list.length === 0) return
    const keys = list.length >= limit ? blocked : open
    keys.set(key, list)
    const [oldest] = keys.keys()
    if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest)
  }
  return {
    count: (key) => recent(key).length,
    isBlocked: (key) => recent(key).length >= limit,
    add: (key) => set(key, [...recent(key), now()].slice(-2 * limit)),
    removeLast: (key) => set(key, recent(key).slice(0, -1)),
    remove,
  }
}

/** Failures of one key within 15 minutes, and of one address over all keys. */
const keyLimits: Limits = { limit: 10, windowMs: 15 * 60_000, maxKeys: 10_000 }
const addressLimits: Limits = { limit: 100, windowMs: 15 * 60_000, maxKeys: 10_000 }

/** Wrong guesses of a secret within 15 minutes that delay nothing; each further one doubles the delay, to 5 s at most. */
const freeGuesses = 10
const delayLimits: Limits = { limit: 20, windowMs: 15 * 60_000, maxKeys: 10_000 }
const delays = { first: 100, max: 5_000 }
/** Number of pairs of a secret and an address where it is known. */
const maxKnown = 10_000

function createGuessDelays(now: () => number): GuessDelays {
  const wrong = createCounter(now, delayLimits)
  /** Pairs of a known secret and an address, with the time in milliseconds since 1970 from which it is known there. */
  const known = new Map<string, number>()
  const keyOf = (secret: string, address: string) => `${secret}\n${networkOf(address)}`
  return {
    delayOf(secret, address) {
      const excess = wrong.count(secret) - freeGuesses
      if (excess <= 0 || (known.get(keyOf(secret, address)) ?? Infinity) <= now()) return 0
      return Math.min(delays.first * 2 ** (excess - 1), delays.max)
    },
    fail: (secret) => wrong.add(secret),
    succeed(secret, address, delayMs) {
      const key = keyOf(secret, address)
      const since = Math.min(known.get(key) ?? Infinity, now() + delayMs)
      known.delete(key)
      known.set(key, since)
      const [oldest] = known.keys()
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
    },
  }
}

/** Creates the throttles of a service. `now` is in milliseconds since 1970; an address of '' is not counted. */
export function createGuessThrottles(now: () => number): GuessThrottles {
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
      takeBack(key, address) {
        keys.removeLast(key)
        if (address !== '') addresses.removeLast(networkOf(address))
      },
      succeed(key, address) {
        keys.remove(key)
        if (address !== '') addresses.removeLast(networkOf(address))
      },
    }
  }
  return {
    password: createThrottle(),
    secondFactor: createThrottle(),
    share: createThrottle(),
    shareDelays: createGuessDelays(now),
  }
}
