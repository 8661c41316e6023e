import { timingSafeEqual } from 'node:crypto'
import type { Call } from './call.ts'

function samePassword(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Whether a share opens with this password; one without a password opens always. After ten wrong ones in 15 minutes
 * from one network address, the right one is refused there too.
 */
export function isShareOpen(
  call: Call,
  share: { readonly id: string; readonly password: string | null },
  given: string | undefined,
): boolean {
  if (share.password === null) return true
  // None at all is no guess: a page asks what there is before it asks for the password.
  if (!given) return false
  const { throttle } = call.context
  const key = `share\n${share.id}\n${call.address}`
  const isRight = samePassword(given, share.password)
  if (throttle.isBlocked(key)) return false
  if (isRight) throttle.clear(key)
  else throttle.fail(key)
  return isRight
}
