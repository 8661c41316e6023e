import { randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { limitConcurrency } from '#src/lib/limit-concurrency.ts'
import { Refusal } from '#src/server/http/envelope.ts'

export type PasswordHasher = {
  /** Returns `scrypt$log2N$r$p$salt$hash`, salt and hash in base64. Throws a `Refusal` when too many are waiting. */
  hash(password: string): Promise<string>
  /** The same, synchronously; for the builders of tests. */
  hashNow(password: string): string
  /** Whether a password has this hash. False for an unknown user (`hash` undefined), after the same time. */
  matches(password: string, hash: string | undefined): Promise<boolean>
}

const maxRunning = 2
const maxWaiting = 64
const maxmem = 256 * 1024 * 1024

/** Hashes with N = 2^`cost`, r = 8, p = 1; at most two at a time, since each takes 128 MiB at cost 17. */
export function createHasher(cost: number): PasswordHasher {
  const limiter = limitConcurrency(maxRunning)

  async function derive(password: string, salt: Uint8Array, log2: number): Promise<Buffer> {
    if (limiter.waiting() >= maxWaiting) {
      throw new Refusal(ErrorCode.internal, 'Too many sign-ins at once')
    }
    const options = { N: 2 ** log2, r: 8, p: 1, maxmem }
    return limiter.run(
      () =>
        new Promise((resolve, reject) => {
          scrypt(password.normalize('NFC'), salt, 32, options, (error, key) => {
            if (error) reject(error)
            else resolve(key)
          })
        }),
    )
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
    async matches(password, hash) {
      const isValid = hash !== undefined && /^scrypt\$\d+\$8\$1\$[^$]+\$[^$]+$/.test(hash)
      const [, log2, , , salt = '', expected = ''] = (isValid ? hash : unknownUserHash).split('$')
      const key = await derive(password, Buffer.from(salt, 'base64'), Number(log2))
      const expectedKey = Buffer.from(expected, 'base64')
      return expectedKey.length === key.length && timingSafeEqual(expectedKey, key) && isValid
    },
  }
}
