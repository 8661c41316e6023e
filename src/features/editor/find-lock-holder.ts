import { currentSession } from '#src/api/current-session.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { LockConflictError } from '#src/contract/errors.ts'
import type { LockConflict } from '#src/contract/lock.ts'
import type { TextLockState } from './edited-text-state.ts'

/** The lock of the previous page may be released a moment after this page has loaded: it is checked again then, in ms. */
const lockRecheckDelayMs = 700

/** Whether a lock is of our own user: after a reload, the previous page may still be unlocking. */
const isOurs = ({ owner }: LockConflict): boolean => owner?.owner === currentSession().userId

/** Who holds the file, as far as the service tells. Rejects when it does not answer. */
export async function findLockHolder(
  getLocks: () => Promise<readonly LockConflict[]>,
  isSecondLook = false,
): Promise<TextLockState> {
  const conflicts = await getLocks()
  if (conflicts.length === 0) return { at: 'free' }
  if (isSecondLook || !conflicts.some(isOurs)) {
    const error = new LockConflictError({ code: ErrorCode.lockConflict }, conflicts)
    return { at: 'refused', error }
  }
  await new Promise((resolve) => setTimeout(resolve, lockRecheckDelayMs))
  return findLockHolder(getLocks, true)
}
