import { timingSafeEqual } from 'node:crypto'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { networkOf } from '#src/server/http/security/client-address.ts'

function samePassword(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Whether this password opens the share; a share without a password is always open. After ten wrong ones in 15 minutes
 * from one network address, the right one is refused there too. After ten from anywhere, the answer to this request is
 * delayed, unless the right one was given from this address before.
 */
export function isPasswordOfShare(
  ctx: RequestContext,
  share: { readonly id: string; readonly password: string | null },
  given: string | undefined,
): boolean {
  if (share.password === null) return true
  // A missing password is not counted as an attempt: the page requests the share before it asks for the password.
  if (!given) return false
  const { address } = ctx
  const throttle = ctx.context.throttles.share
  const key = `${share.id}\n${networkOf(address)}`
  if (throttle.isBlocked(key, address)) return false
  const { shareDelays } = ctx.context.throttles
  const delayMs = shareDelays.delayOf(share.id, address)
  ctx.answer.delayMs = Math.max(ctx.answer.delayMs, delayMs)
  throttle.fail(key, address)
  const isRight = samePassword(given, share.password)
  if (isRight) {
    throttle.succeed(key, address)
    shareDelays.succeed(share.id, address, delayMs)
  } else shareDelays.fail(share.id)
  return isRight
}
