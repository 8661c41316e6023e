import { onSignOut } from '#src/api/resets.ts'
import { webLocks } from '#src/platform/journal-lock.ts'

const requestsBeforeSignOut = new Set<() => Promise<void>>()

/**
 * Registers a request to send before signing out, while the session is still valid. Returns the function to take it back.
 */
export const onBeforeSignOut = (send: () => Promise<void>): (() => void) => {
  requestsBeforeSignOut.add(send)
  return () => void requestsBeforeSignOut.delete(send)
}

const maxBeforeSignOutMs = 2_000

/** Names the lock that tabs hold while they have something to send, and the channel on which they hear of a sign-out. */
const name = 'latchkey.before-sign-out'

let isLeaving = false

/** Whether the user is signing out, in this tab or another one: what does not get done now is for the next session. */
export const isSigningOut = (): boolean => isLeaving

async function sendRequests(): Promise<void> {
  isLeaving = true
  // The tab that signs out may have been closed meanwhile.
  setTimeout(() => (isLeaving = false), 2 * maxBeforeSignOutMs)
  await Promise.allSettled([...requestsBeforeSignOut].map((send) => send()))
}

onSignOut(() => {
  isLeaving = false
})

type Delay = { readonly channel: BroadcastChannel | undefined; readonly end: () => void }

/** What of this tab has something to send. */
const delaying = new Set<string>()
let delay: Delay | undefined

const openChannel = () =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)

/**
 * Says whether a sign-out in another tab is to wait, up to its time limit, for the requests that `holder` has in this one.
 * Without Web Locks it does not wait.
 */
export function setSignOutDelayed(holder: string, isHolderDelayed: boolean): void {
  if (isHolderDelayed) delaying.add(holder)
  else delaying.delete(holder)
  const isDelayed = delaying.size > 0
  if (isDelayed === (delay !== undefined)) return
  delay?.end()
  delay = isDelayed ? beginDelay() : undefined
}

function beginDelay(): Delay {
  const channel = openChannel()
  let answer = Promise.resolve()
  channel?.addEventListener('message', () => {
    // One of them may end the delay at once, which is to wait for this answer too.
    answer = Promise.resolve().then(sendRequests)
  })
  let release = () => {}
  const isSent = new Promise<void>((resolve) => (release = resolve))
  webLocks()
    ?.request(name, { mode: 'shared' }, () => isSent)
    .catch(() => undefined)
  const end = () =>
    void answer.finally(() => {
      channel?.close()
      release()
    })
  return { channel, end }
}

/** Tells the other tabs, and resolves when none of them has anything left to send. */
async function waitForTabs(signal: AbortSignal): Promise<void> {
  // Not heard by the tab that it is sent from.
  const channel = delay?.channel ?? openChannel()
  channel?.postMessage('sign-out')
  if (channel !== delay?.channel) channel?.close()
  await webLocks()?.request(name, { signal }, () => undefined)
}

/** Resolves when all of them have settled, those of other tabs too, or at the time limit. */
export async function runBeforeSignOutRequests(): Promise<void> {
  const limit = new AbortController()
  let timer
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      limit.abort()
      resolve()
    }, maxBeforeSignOutMs)
  })
  const others = waitForTabs(limit.signal).catch(() => undefined)
  await Promise.race([timeout, Promise.all([sendRequests(), others])])
  clearTimeout(timer)
  limit.abort()
}
