import { randomInt, randomUUID } from 'node:crypto'
import type { CaptchaChallenge } from '#src/contract/site.ts'
import { captchaLetters, drawCaptcha } from './captcha-picture.ts'

/** Captcha tickets: each is valid for one attempt and for 10 minutes. */
export type Captchas = {
  /** A new ticket and its picture, a PNG as a data URL. */
  create(): Promise<CaptchaChallenge>
  /** Whether `text` is what the ticket's picture shows, in any case of letters. The ticket is used up either way. */
  solve(ticket: string, text: string): boolean
  /** What a ticket's picture shows, for those who run the service in their own process. */
  textOf(ticket: string): string | undefined
}

const length = 5
const lifetimeMs = 600_000

/** `now` is in milliseconds. When more than `maxOpen` tickets are open, the oldest are dropped. */
export function createCaptchas(now: () => number, maxOpen = 10_000): Captchas {
  const open = new Map<string, { text: string; expires: number }>()
  const textOf = (ticket: string) => {
    const captcha = open.get(ticket)
    return captcha && captcha.expires > now() ? captcha.text : undefined
  }
  return {
    async create() {
      const letters = Array.from({ length }, () => captchaLetters[randomInt(captchaLetters.length)])
      const text = letters.join('')
      const picture = await drawCaptcha(text)
      const ticket = randomUUID()
      open.set(ticket, { text, expires: now() + lifetimeMs })
      if (open.size > maxOpen) {
        const [oldest] = open.keys()
        if (oldest !== undefined) open.delete(oldest)
      }
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
