import { randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConcurrencyLimiter } from '#src/lib/concurrency/concurrency-limiter.ts'
import { tooBusyError } from '#src/server/http/responses/envelope.ts'
import { networkOf } from '#src/server/http/security/client-address.ts'

/** Whose password is hashed. `address` is '' when it is not known; nothing is hashed once `signal` is aborted. */
type Caller = { readonly address: string; readonly signal: AbortSignal }

export type PasswordHasher = {
  /** Returns `scrypt$log2N$r$p$salt$hash`, salt and hash in base64. Throws HTTP 503 when too many are waiting. */
  hash(password: string): Promise<string>
  /** Hashes synchronously, for the builders of tests. */
  hashNow(password: string): string
  /**
   * Whether a password has this hash. False for an unknown user (`hash` undefined), after the same time. Throws HTTP 503,
   * and has hashed nothing, when a password of the same network address or too many others wait for their turn already.
   */
  matches(password: string, hash: string | undefined, caller: Caller): Promise<boolean>
  /** Takes as long as the last hash did, without hashing. */
  pause(): Promise<void>
}

const maxRunning = 2
const maxWaiting = 64
const maxmem = 256 * 1024 * 1024

/** Hashes with N = 2^`cost`, r = 8, p = 1; at most two at a time, since each takes 128 MiB at cost 17. */
export function createPasswordHasher(cost: number): PasswordHasher {
  const limiter = createConcurrencyLimiter(maxRunning)
  /** Networks of which a password waits: one each, so that none can be in front of others with many. */
  const waiting = new Set<string>()
  /** Milliseconds. */
  let lastDuration = 0
  const busy = () => tooBusyError('Too many sign-ins at once')

  async function derive(
    password: string,
    salt: Uint8Array,
    log2: number,
    caller?: Caller,
  ): Promise<Buffer> {
    const network = networkOf(caller?.address ?? '')
    if (limiter.waiting() >= maxWaiting || waiting.has(network)) throw busy()
    if (network !== '') waiting.add(network)
    const options = { N: 2 ** log2, r: 8, p: 1, maxmem }
    return limiter.run(async () => {
      waiting.delete(network)
      if (caller?.signal.aborted) throw busy()
      const start = performance.now()
      const key = await new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFC'), salt, 32, options, (error, derived) => {
          if (error) reject(error)
          else resolve(derived)
        })
      })
      lastDuration = performance.now() - start
      return key
    })
  }

  const format = (salt: Buffer, key: Buffer) =>
    `scrypt$${cost}$8$1$${salt.toString('base64')}$${key.toString('base64')}`
  const unknownUserHash = format(randomBytes(16), randomBytes(32))
  return {
    async hash(password) {
      const salt = randomBytes(16)
      return format(salt, await derive(password, salt, cost))
    },
    hashNow(password) {
      const salt = randomBytes(16)
      const options = { N: 2 ** cost, r: 8, p: 1, maxmem }
      return format(salt, scryptSync(password.normalize('NFC'), salt, 32, options))
    },
    async matches(password, hash, caller) {
      const isValid = hash !== undefined && /^scrypt\$\d+\$8\$1\$[^$]+\$[^$]+$/.test(hash)
      const [, log2, , , salt = '', expected = ''] = (isValid ? hash : unknownUserHash).split('$')
      const key = await derive(password, Buffer.from(salt, 'base64'), Number(log2), caller)
      const expectedKey = Buffer.from(expected, 'base64')
      return expectedKey.length === key.length && timingSafeEqual(expectedKey, key) && isValid
    },
    pause: () => sleep(lastDuration),
  }
}
