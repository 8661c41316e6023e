import type { UserRow } from '#src/server/accounts/users.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { networkOf } from '#src/server/http/security/client-address.ts'

/**
 * Whether a password is that of an account, of which nothing may be known but its address (`user` undefined). After too
 * many wrong ones nothing is looked at, which takes as long. A failure is taken back when nothing was hashed (HTTP 503).
 */
export async function isPasswordOfUser(
  { address, request, context: { throttles, hasher } }: RequestContext,
  user: UserRow | undefined,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<boolean> {
  const throttle = throttles.password
  const key = `${email.toLowerCase()}\n${networkOf(address)}`
  if (throttle.isBlocked(key, address)) {
    await hasher.pause()
    return false
  }
  throttle.fail(key, address)
  let isRight: boolean
  try {
    const caller = { address, signal: request.signal }
    isRight = await hasher.matches(password, user?.password_hash, caller)
  } catch (error) {
    throttle.takeBack(key, address)
    throw error
  }
  if (isRight && user) throttle.succeed(key, address)
  return isRight
}
