import { clearUnloadGuards } from '#src/platform/unload-guard.ts'

/*
 * State that belongs to a user is cleared when that user signs out. Each store registers its reset here; signing out
 * runs all of them.
 */
const resets = new Set<() => void>()

export const onSignOut = (reset: () => void): void => {
  resets.add(reset)
}

const requestsBeforeSignOut = new Set<() => Promise<void>>()

/** Registers a request to send before signing out, while the session is still valid. */
export const onBeforeSignOut = (send: () => Promise<void>): void => {
  requestsBeforeSignOut.add(send)
}

/** Time limit of these requests, in ms. */
const maxBeforeSignOutMs = 2_000

/** Resolves when all of them have settled, or at the time limit. */
export async function runBeforeSignOut(): Promise<void> {
  let timer
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxBeforeSignOutMs)
  })
  await Promise.race([
    timeout,
    Promise.allSettled([...requestsBeforeSignOut].map((send) => send())),
  ])
  clearTimeout(timer)
}

export const resetStores = (): void => {
  for (const reset of resets) reset()
  clearUnloadGuards()
}
