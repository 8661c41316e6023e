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
  clearUnloadGuards()
}

/** How often somebody has signed out or another user in. Responses to requests from before that have to be dropped. */
export const signOutCount = (): number => resetCount
