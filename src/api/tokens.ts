import * as v from 'valibot'
import { parseResponseData, sendRequest } from '#src/api/wire/wire.ts'
import { TokenPair } from '#src/contract/accounts/token.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { adoptAccountRecordsId, accountRecordsId } from '#src/platform/account-records-id.ts'
import { inTurn } from '#src/platform/journal-lock.ts'
import { signInStorageKey } from '#src/platform/storage.ts'
import {
  currentSession,
  onSessionChange,
  resetSession,
  type SessionState,
  setSession,
} from './current-session.ts'
import {
  isRenewedElsewhere,
  Pair,
  readStoredPair,
  removeStoredPair,
  storePair,
} from './stored-pair.ts'
import { isRefusal } from './transient-errors.ts'

/*
 * This browser holds a pair of tokens. The access token lives in memory only; the refresh token in sessionStorage, or
 * in localStorage when the user wants to stay signed in. Tabs share one session: a new pair is broadcast, a new tab
 * asks the others, one tab refreshes at a time (Web Locks; without them the grace period of the service covers two tabs
 * that refresh at once). A tab that comes back after others have renewed asks them before it renews: the service takes an
 * old refresh token for a stolen one, and ends the session of all.
 */

/** `ask`, `out`, or a pair of tokens with the id of the sender's records; `signed-in` is one for tabs of other users too. */
const Message = v.object({
  type: v.string(),
  pair: v.optional(Pair),
  recordsId: v.optional(v.string()),
})

const refreshLock = 'latchkey.refresh'
/** A token that expires in less than this is renewed before it is used, in ms. */
const renewBeforeExpiryMs = 60_000
/** How long a new tab waits for another tab's answer, in ms. */
const tabReplyTimeoutMs = 150

/** What this tab holds of the session. A request that is under way asks for the tokens of the moment. */
const createInitial = () => ({
  pair: undefined as Pair | undefined,
  refreshing: undefined as Promise<void> | undefined,
  /** Ends the wait for an answer of other tabs. */
  endAsking: () => {},
  /** Connects the tabs of this browser; undefined where they cannot talk. */
  channel: undefined as BroadcastChannel | undefined,
  /** The last `signedInAt` that this tab knows of. */
  lastSignIn: 0,
})
const session = createInitial()

function clearPair(refused?: Pair): void {
  session.pair = undefined
  removeStoredPair(refused)
}

const tellTabs = (pair: Pair, type: 'pair' | 'signed-in'): void =>
  session.channel?.postMessage({ type, pair, recordsId: accountRecordsId() })

function setPair(next: Pair, told?: 'pair' | 'signed-in'): void {
  session.pair = next
  session.lastSignIn = Math.max(session.lastSignIn, next.signedInAt ?? 0)
  storePair(next)
  if (told) tellTabs(next, told)
  session.endAsking()
  setSession({ status: 'active', userId: next.userId })
}

/**
 * Expiry of the access token by this machine's clock, which may be wrong: its lifetime is measured by the clock of the
 * service where that is known.
 */
function expiryOf(token: TokenPair): number {
  const life = Date.parse(token.access_expires) - serviceNow()
  // NaN when the answer has no date.
  return Date.now() + (life || 0)
}

const pairOf = (
  token: TokenPair,
  { userId, keep, signedInAt }: Pick<Pair, 'userId' | 'keep' | 'signedInAt'>,
): Pair => ({
  access: token.access_token,
  accessExpires: expiryOf(token),
  refresh: token.refresh_token,
  userId,
  keep,
  signedInAt,
})

/** Stores the tokens of a new sign-in. */
export function startSession(token: TokenPair, userId: string, keep: boolean): void {
  // The clock may have been set back since the one before.
  const signedInAt = Math.max(Date.now(), session.lastSignIn + 1)
  setPair(pairOf(token, { userId, keep, signedInAt }), 'signed-in')
}

/** Signs out every tab of this browser. Returns the refresh token to revoke, if there was one. */
export function signOutAllTabs(): string | undefined {
  const refresh = session.pair?.refresh
  clearPair()
  session.channel?.postMessage({ type: 'out' })
  setSession({ status: 'out', userId: undefined })
  return refresh
}

function listenToTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return
  session.channel?.close()
  session.channel = new BroadcastChannel(signInStorageKey)
  session.channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const { success, output } = v.safeParse(Message, event.data)
    if (!success) return
    if (output.type === 'ask') {
      const { pair } = session
      if (pair && (pair.access || !isRenewedElsewhere(pair))) tellTabs(pair, 'pair')
    } else if (output.type === 'out') {
      if (currentSession().userId === undefined) return
      clearPair()
      setSession({ status: 'out', userId: undefined })
    } else if (output.pair && output.pair.refresh !== session.pair?.refresh) {
      // Its sender has yet to renew it, and may have come back with an old one.
      if (!output.pair.access && session.pair?.access) return
      const { userId = output.pair.userId } = currentSession()
      const isOwn = userId === output.pair.userId
      // NaN where one of the two is unknown.
      const later = (output.pair.signedInAt ?? NaN) - (session.pair?.signedInAt ?? NaN)
      // A tab that was closed, or has slept, still has the session of then: it follows the last sign-in.
      if (isOwn || (output.type === 'signed-in' ? !(later < 0) : later > 0)) {
        if (output.recordsId !== undefined) adoptAccountRecordsId(output.recordsId)
        setPair(output.pair)
      } else if (session.pair && !isOwn) tellTabs(session.pair, 'signed-in')
    }
  })
}

/**
 * Restores the session that is stored in this tab or kept from an earlier visit before it returns, so that the loaders of
 * routes know who is signed in, and follows other tabs from now on. A tab without one asks the others. Sends nothing to the
 * service.
 */
export function restoreSession(): void {
  listenToTabs()
  session.pair ??= readStoredPair()
  session.lastSignIn = session.pair?.signedInAt ?? 0
  if (session.pair) setSession({ status: 'active', userId: session.pair.userId })
  else void requestSessionFromOtherTabs()
}

/** Whoever answers in time changes the session. Resolves once one has answered, or when none does. */
async function askOtherTabs(): Promise<void> {
  const { channel } = session
  if (!channel) return
  channel.postMessage({ type: 'ask' })
  await new Promise<void>((resolve) => {
    session.endAsking = resolve
    setTimeout(resolve, tabReplyTimeoutMs)
  })
}

/** Nobody is signed in unless one answers. */
async function requestSessionFromOtherTabs(): Promise<void> {
  const { channel } = session
  await askOtherTabs()
  // Tokens that were reset meanwhile wait for another answer.
  if (session.channel !== channel) return
  if (currentSession().status === 'checking') setSession({ status: 'out', userId: undefined })
}

/** Resets the session to the state of a new page load, without telling other tabs. */
export function resetTokensAndSession(): void {
  session.channel?.close()
  session.endAsking()
  Object.assign(session, createInitial())
  resetSession()
}

const requestPair = async ({ refresh }: Pair): Promise<TokenPair> => {
  const body = { refresh_token: refresh }
  const path = '/session/token/refresh'
  return parseResponseData(TokenPair, await sendRequest({ method: 'POST', path, body }))
}

async function renewPair(refused: string): Promise<void> {
  if (session.pair && isRenewedElsewhere(session.pair)) await askOtherTabs()
  await inTurn(refreshLock, async () => {
    // Another tab may have renewed while this one waited for the lock.
    const kept = readStoredPair()
    // When somebody else has signed in there, a message to this tab says so: it does not use their tokens.
    const isOwn = kept?.userId === session.pair?.userId
    if (session.pair?.keep && kept && isOwn && kept.refresh !== session.pair.refresh)
      session.pair = { ...session.pair, refresh: kept.refresh }
    const before = session.pair
    if (!before || before.access !== refused) return
    try {
      const token = await requestPair(before)
      if (session.pair === before) setPair(pairOf(token, before), 'pair')
    } catch (error) {
      // Network errors and internal errors of the service do not end a session.
      if (isRefusal(error) && session.pair === before) {
        clearPair(before)
        setSession({ status: 'ended', userId: before.userId })
      }
      throw error
    }
  })
}

/** Renews the tokens after the password has changed; where that has ended this sign-in too, `signIn` gets new ones. */
export const refreshTokensAfterPasswordChange = (signIn: () => Promise<TokenPair>): Promise<void> =>
  inTurn(refreshLock, async () => {
    const before = session.pair
    if (!before) return
    const token = await requestPair(before)
      .catch((error: unknown) => (isRefusal(error) ? signIn() : undefined))
      .catch(() => undefined)
    if (token && session.pair === before) setPair(pairOf(token, before), 'pair')
  })

/** Renews the tokens unless `refused` is no longer the access token in use; one renewal at a time. */
export function refreshTokens(refused: string): Promise<void> {
  session.refreshing ??= renewPair(refused).finally(() => {
    session.refreshing = undefined
  })
  return session.refreshing
}

/**
 * After a refused renewal: resolves once this user is signed in, which another tab may have seen to already; rejects on
 * sign-out or another user.
 */
export function waitForSignIn(userId: string | undefined, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      stop()
      reject(signal?.reason as Error)
    }
    const settle = (now: SessionState) => {
      if (now.status === 'ended') return
      stop()
      signal?.removeEventListener('abort', abort)
      if (now.status === 'active' && now.userId === userId) resolve()
      else reject(new SessionEndedError())
    }
    const stop = onSessionChange(settle)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    else settle(currentSession())
  })
}

/**
 * The access token to send, renewed first when it expires in less than a minute; undefined when nobody is signed in.
 * While the session has ended, waits for the sign-in. Throws what the renewal threw when the network failed.
 */
export async function getAccessToken(signal?: AbortSignal): Promise<string | undefined> {
  const { status, userId } = currentSession()
  if (status === 'ended') await waitForSignIn(userId, signal)
  if (!session.pair) return undefined
  const { access, accessExpires } = session.pair
  if (!access || accessExpires - Date.now() < renewBeforeExpiryMs) {
    try {
      await refreshTokens(access)
    } catch (error) {
      if (!isRefusal(error)) throw error
      await waitForSignIn(userId, signal)
    }
  }
  return session.pair?.access
}
