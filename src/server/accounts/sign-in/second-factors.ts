import { randomBytes, randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'

const lifetimeMs = 600_000
const maxAttempts = 5

/** Bytes of a secret (RFC 4226 §4). */
const secretLength = 20

/**
 * Sign-ins whose password was right and that wait for a TOTP code: for 600 s, with at most 5 attempts each. Secrets that
 * are being set up wait as long.
 */
export type PendingSecondFactors = {
  /** Returns the id of the waiting sign-in. */
  begin(userKey: number): string
  /** The user whose sign-in this is, or null. Counts as an attempt. */
  attempt(id: string): number | null
  end(id: string): void
  /** Ends all waiting sign-ins of a user, whose password has changed. */
  endAll(userKey: number): void
  /** Makes a new secret (base32) for a user, who confirms it by a code. */
  beginSetup(userKey: number): string
  /** The last secret of {@link beginSetup}, or null. */
  setupOf(userKey: number): string | null
  endSetup(userKey: number): void
}

/** `now` is in milliseconds. When more than `maxOpen` sign-ins wait, the oldest are dropped. */
export function createPendingSecondFactors(
  now: () => number,
  maxOpen = 10_000,
): PendingSecondFactors {
  const open = new Map<string, { userKey: number; expires: number; attempts: number }>()
  const setups = new Map<number, { secret: string; expires: number }>()
  return {
    begin(userKey) {
      const id = randomUUID()
      open.set(id, { userKey, expires: now() + lifetimeMs, attempts: 0 })
      if (open.size > maxOpen) {
        const [oldest] = open.keys()
        if (oldest !== undefined) open.delete(oldest)
      }
      return id
    },
    attempt(id) {
      const session = open.get(id)
      if (!session) return null
      if (session.expires <= now() || session.attempts >= maxAttempts) {
        open.delete(id)
        return null
      }
      session.attempts++
      return session.userKey
    },
    end: (id) => void open.delete(id),
    endAll(userKey) {
      for (const [id, session] of open) if (session.userKey === userKey) open.delete(id)
    },
    beginSetup(userKey) {
      const secret = new Secret({ buffer: new Uint8Array(randomBytes(secretLength)).buffer }).base32
      setups.set(userKey, { secret, expires: now() + lifetimeMs })
      return secret
    },
    setupOf(userKey) {
      const setup = setups.get(userKey)
      return setup && setup.expires > now() ? setup.secret : null
    },
    endSetup: (userKey) => void setups.delete(userKey),
  }
}
