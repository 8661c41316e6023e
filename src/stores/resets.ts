/*
 * What belongs to a user is forgotten when that user signs out. A store that holds such state says here how it
 * forgets; signing out runs them all.
 */
const resets = new Set<() => void>()

export const forgetsOnSignOut = (reset: () => void): void => {
  resets.add(reset)
}

const farewells = new Set<() => Promise<void>>()

/** What is still to be said to the service while the session is good. */
export const saysFarewell = (farewell: () => Promise<void>): void => {
  farewells.add(farewell)
}

/** So long a farewell may keep somebody who wants to go, in ms. */
const mostFarewell = 2_000

/** Resolves once all is said, or when it has taken too long. */
export async function sayFarewell(): Promise<void> {
  let timer
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostFarewell)
  })
  await Promise.race([patience, Promise.allSettled([...farewells].map((say) => say()))])
  clearTimeout(timer)
}

export const resetStores = (): void => {
  for (const reset of resets) reset()
}
