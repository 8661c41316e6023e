import { uuid } from '#src/lib/uuid.ts'
import { lockJournal } from './journal-lock.ts'

/*
 * What begins the locks of tabs that have unsaved drafts, or uploads that have not ended. A sign-out in any tab would lose
 * them.
 */
export const draftsLockPrefix = 'drafts.'
export const uploadsLockPrefix = 'uploads.'

/** Returns what tells all tabs whether something is so in this one: while it is, a lock is held that begins with `prefix`. */
export function createTabFlag(prefix: string): (isSet: boolean) => void {
  let lock: Promise<(() => void) | undefined> | undefined
  return (isSet) => {
    if (isSet === (lock !== undefined)) return
    void lock?.then((release) => release?.())
    // The one before may not be released yet.
    lock = isSet ? lockJournal(prefix + uuid()) : undefined
  }
}
