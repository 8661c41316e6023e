import { clearUnloadGuards } from '#src/platform/unload-guard.ts'

/*
 * State that belongs to a user is cleared when that user signs out. Each store registers its reset here; signing out
 * runs all of them.
 */
const resets = new Set<() => void>()

export const onSignOut = (reset: () => void): void => {
  resets.add(reset)
}

export const resetStores = (): void => {
  for (const reset of resets) reset()
  clearUnloadGuards()
}
