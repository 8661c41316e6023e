import { unlockFiles } from '#src/api/locks.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'

const isAlreadyFree = (error: unknown): boolean =>
  error instanceof ApiError && error.code === Code.invalidParameters

/**
 * The one write that does not pass the gate: it is the way out of it. The service takes all tokens or none, so a list
 * with a token that is gone already is unlocked one by one; what is gone counts as free.
 */
export async function releaseLocks(tokens: readonly string[]): Promise<void> {
  const distinct = [...new Set(tokens)]
  if (distinct.length === 0) return
  try {
    await unlockFiles(distinct)
  } catch (error) {
    if (!isAlreadyFree(error)) throw error
    if (distinct.length === 1) return
    for (const token of distinct) {
      try {
        await unlockFiles([token])
      } catch (single) {
        if (!isAlreadyFree(single)) throw single
      }
    }
  }
}
