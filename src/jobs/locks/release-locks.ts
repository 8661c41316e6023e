import { removeLocksByToken } from '#src/api/locks.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'

/** Whether a token of the request is not in use any more. */
const isAlreadyReleased = (error: unknown): boolean =>
  hasErrorCode(error, ErrorCode.invalidParameters)

/**
 * Releases locks. It does not go through the lock resolver, which calls it. The service accepts all tokens or none, so a
 * list with a token that is gone is released one by one; a lock that is gone counts as released.
 */
export async function releaseLocks(tokens: readonly string[]): Promise<void> {
  const distinct = [...new Set(tokens)]
  if (distinct.length === 0) return
  try {
    await removeLocksByToken(distinct)
  } catch (error) {
    if (!isAlreadyReleased(error)) throw error
    if (distinct.length === 1) return
    for (const token of distinct) {
      try {
        await removeLocksByToken([token])
      } catch (single) {
        if (!isAlreadyReleased(single)) throw single
      }
    }
  }
}
