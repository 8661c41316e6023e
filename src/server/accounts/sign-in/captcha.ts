import { randomInt, randomUUID } from 'node:crypto'
import type { CaptchaChallenge } from '#src/contract/site.ts'
import { firstOfLargestGroup } from '#src/lib/group-by.ts'
import { networkOf } from '#src/server/http/security/client-address.ts'
import { captchaLetters, drawCaptcha } from './captcha-picture.ts'

/** Captcha tickets: each is valid for one attempt and for 10 minutes. */
export type Captchas = {
  /** A new ticket for a network address and its picture, a PNG as a data URL. */
  create(address: string): Promise<CaptchaChallenge>
  /** Whether `text` is what the ticket's picture shows, in any case of letters. The ticket is used up either way. */
  solve(ticket: string, text: string): boolean
  /** What a ticket's picture shows, for those who run the service in their own process. */
  textOf(ticket: string): string | undefined
}

const length = 5
const lifetimeMs = 600_000

/**
 * `now` is in milliseconds. When `maxOpen` tickets are open, the oldest of the network that has most is dropped: who asks
 * for many uses up their own.
 */
export function createCaptchas(now: () => number, maxOpen = 10_000): Captchas {
  const open = new Map<string, { text: string; expires: number; network: string }>()
  const textOf = (ticket: string) => {
    const captcha = open.get(ticket)
    return captcha && captcha.expires > now() ? captcha.text : undefined
  }
  return {
    async create(address) {
      const letters = Array.from({ length }, () => captchaLetters[randomInt(captchaLetters.length)])
      const text = letters.join('')
      const picture = await drawCaptcha(text)
      const ticket = randomUUID()
      const network = networkOf(address)
      for (const [old, { expires }] of open) {
        if (expires > now()) break
        open.delete(old)
      }
      const dropped =
        open.size >= maxOpen ? firstOfLargestGroup(open, (each) => each.network) : undefined
      if (dropped !== undefined) open.delete(dropped)
      open.set(ticket, { text, expires: now() + lifetimeMs, network })
      return { image: `data:image/png;base64,${picture.toString('base64')}`, ticket }
    },
    solve(ticket, text) {
      const expected = textOf(ticket)
      open.delete(ticket)
      return expected !== undefined && text.trim().toUpperCase() === expected
    },
    textOf,
  }
}
