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
