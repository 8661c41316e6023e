import { randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto'
import { Code } from '#src/contract/codes.ts'
import { Refusal } from './envelope.ts'

export type PasswordHasher = {
  /** `scrypt$log2N$r$p$salt$hash`. */
  hash(password: string): Promise<string>
  /** The same while everything waits; for builders. */
  hashNow(password: string): string
  /** Takes the same time for an unknown user (`hash` undefined), to whom it answers false. */
  matches(password: string, hash: string | undefined): Promise<boolean>
}

const parallel = 2
const maxWaiting = 64
const maxmem = 256 * 1024 * 1024

/** Hashes with N = 2^`cost`, r = 8, p = 1; at most two at a time, since each takes 128 MiB at cost 17. */
export function createHasher(cost: number): PasswordHasher {
  let running = 0
  const waiting: (() => void)[] = []

  async function derive(password: string, salt: Uint8Array, log2: number): Promise<Buffer> {
    if (running >= parallel) {
      if (waiting.length >= maxWaiting)
        throw new Refusal(Code.internal, 'Too many sign-ins at once')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await new Promise((resolve, reject) => {
        const options = { N: 2 ** log2, r: 8, p: 1, maxmem }
        scrypt(password.normalize('NFC'), salt, 32, options, (error, key) => {
          if (error) reject(error)
          else resolve(key)
        })
      })
    } finally {
      // The slot goes straight to the next one, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  const format = (salt: Buffer, key: Buffer) =>
    `scrypt$${cost}$8$1$${salt.toString('base64')}$${key.toString('base64')}`
  const nobody = format(randomBytes(16), randomBytes(32))
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
      const known = hash !== undefined && /^scrypt\$\d+\$8\$1\$[^$]+\$[^$]+$/.test(hash)
      const [, log2, , , salt = '', expected = ''] = (known ? hash : nobody).split('$')
      const key = await derive(password, Buffer.from(salt, 'base64'), Number(log2))
      const wanted = Buffer.from(expected, 'base64')
      return wanted.length === key.length && timingSafeEqual(wanted, key) && known
    },
  }
}
