/*
 * Makes the browser ask before it closes or reloads the page while work would be lost. There is one listener, and only
 * while somebody needs it: a page with a `beforeunload` listener is kept out of the back/forward cache.
 */

const holders = new Set<unknown>()

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Says whether closing the page would lose work of `holder`, which is any value that tells holders apart. */
export function setUnloadGuard(holder: unknown, isHeld: boolean): void {
  if (typeof window === 'undefined') return
  if (isHeld) holders.add(holder)
  else holders.delete(holder)
  // Adding or removing the same listener twice has no effect.
  if (holders.size > 0) addEventListener('beforeunload', askBeforeUnload)
  else removeEventListener('beforeunload', askBeforeUnload)
}

/** Lets the page close without a question, whoever asked for one: after a sign-out there is nothing left to lose. */
export function clearUnloadGuards(): void {
  for (const holder of holders) setUnloadGuard(holder, false)
}
