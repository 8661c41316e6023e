import { SessionEndedError } from '#src/contract/errors.ts'
import { removeStored, storedKeys, userKeyPrefix } from '#src/platform/storage.ts'
import { clearUnloadGuards } from '#src/platform/unload-guard.ts'

/*
 * Clears state that belongs to a user when that user signs out. Each store registers its reset here, since `api` imports
 * no store.
 */
const resets = new Set<() => void>()
let resetCount = 0

/** Returns the function to unregister. */
export const onSignOut = (reset: () => void): (() => void) => {
  resets.add(reset)
  return () => void resets.delete(reset)
}

export const resetStores = (): void => {
  resetCount++
  for (const reset of resets) reset()
  // The code that wrote it need not have been loaded by this page.
  for (const key of storedKeys('session', userKeyPrefix)) removeStored('session', key)
  clearUnloadGuards()
}

/**
 * It grows when somebody signs out or another user signs in. Responses to requests from before that have to be dropped.
 */
export const signOutCount = (): number => resetCount

/** Returns a function that throws once the user of now has signed out: what was begun must not go on as the next one. */
export function createSignInCheck(): () => void {
  const before = resetCount
  return () => {
    if (resetCount !== before) throw new SessionEndedError()
  }
}
