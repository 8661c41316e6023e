/*
 * What belongs to a user is forgotten when that user signs out. A store that holds such state says here how it
 * forgets; signing out runs them all.
 */
const resets = new Set<() => void>()

export const forgetsOnSignOut = (reset: () => void): void => {
  resets.add(reset)
}

export const resetStores = (): void => {
  for (const reset of resets) reset()
}
