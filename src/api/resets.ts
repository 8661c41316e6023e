import { clearUnloadGuards } from '#src/platform/unload-guard.ts'

/*
 * Clears state that belongs to a user when that user signs out. Each store registers its reset here, since `api` imports
 * no store.
 */
const resets = new Set<() => void>()

export const onSignOut = (reset: () => void): void => {
  resets.add(reset)
}

export const resetStores = (): void => {
  for (const reset of resets) reset()
  clearUnloadGuards()
}
