import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

const period = 30_000
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text.toUpperCase().replace(/[\s=]/g, '')) {
    const five = letters.indexOf(letter)
    if (five < 0) throw new TypeError('not base32')
    value = ((value << 5) | five) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 0xff)
    }
  }
  return Buffer.from(bytes)
}

function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The six digits of RFC 6238 (SHA-1, 30 s) for a base32 `secret` at `time` in milliseconds. */
export const totpCode = (secret: string, time: number): string =>
  codeAt(secret, Math.floor(time / period))

/** The step that `code` belongs to, one to either side of now, or null. Steps up to `lastStep` were used already. */
export function totpStep(
  secret: string,
  code: string,
  time: number,
  lastStep: number,
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const now = Math.floor(time / period)
  let found: number | null = null
  for (const step of [now - 1, now, now + 1]) {
    const same = timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))
    if (same && step > lastStep) found = step
  }
  return found
}

/** Sign-ins that wait for their second factor: 600 s, at most 5 tries each. */
export type SecondFactors = {
  begin(userKey: number): string
  /** The user whose sign-in this is, or null. Counts as a try. */
  attempt(id: string): number | null
  end(id: string): void
}

export function createSecondFactors(now: () => number, maxOpen = 10_000): SecondFactors {
  const open = new Map<string, { userKey: number; expires: number; tries: number }>()
  return {
    begin(userKey) {
      const id = randomUUID()
      open.set(id, { userKey, expires: now() + 600_000, tries: 0 })
      if (open.size > maxOpen) {
        const [oldest] = open.keys()
        if (oldest !== undefined) open.delete(oldest)
      }
      return id
    },
    attempt(id) {
      const session = open.get(id)
      if (!session) return null
      if (session.expires <= now() || session.tries >= 5) {
        open.delete(id)
        return null
      }
      session.tries++
      return session.userKey
    },
    end: (id) => void open.delete(id),
  }
}
