import { randomUUID } from 'node:crypto'

const lifetimeMs = 600_000
const maxAttempts = 5

/** Sign-ins whose password was right and that wait for a TOTP code: for 600 s, with at most 5 attempts each. */
export type SecondFactors = {
  /** Returns the id of the waiting sign-in. */
  begin(userKey: number): string
  /** The user whose sign-in this is, or null. Counts as an attempt. */
  attempt(id: string): number | null
  end(id: string): void
}

/** `now` is in milliseconds. When more than `maxOpen` sign-ins wait, the oldest are dropped. */
export function createSecondFactors(now: () => number, maxOpen = 10_000): SecondFactors {
  const open = new Map<string, { userKey: number; expires: number; attempts: number }>()
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
  }
}
