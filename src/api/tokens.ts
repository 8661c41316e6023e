import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { finite } from '#src/contract/schema.ts'
import { Token } from '#src/contract/user.ts'
import { readStored, removeStored, writeStored } from '#src/lib/storage.ts'
import { dataOf, exchange } from './wire.ts'

/*
 * The pair of tokens that this browser holds. The access token lives in memory only; the refresh token in
 * sessionStorage, or in localStorage when the user wants to stay signed in. Tabs share one session: a new pair is
 * broadcast, a new tab asks the others, one tab refreshes at a time (Web Locks; without them the grace period of the
 * service covers two tabs that refresh at once).
 */

export type SessionStatus = 'active' | 'ended' | 'out'
export type SessionChange = { status: SessionStatus; userId: string | undefined }

type Pair = {
  access: string
  /** ms since 1970 on this machine's clock. */
  accessExpires: number
  refresh: string
  userId: string
  keep: boolean
}

const Stored = v.object({ refresh: v.string(), userId: v.string() })
const PairMessage = v.object({
  access: v.string(),
  accessExpires: finite,
  refresh: v.string(),
  userId: v.string(),
  keep: v.boolean(),
})
/** `ask`, `out`, or `pair` with one. */
const Message = v.object({ type: v.string(), pair: v.optional(PairMessage) })

const key = 'latchkey.session'
const refreshLock = 'latchkey.refresh'
/** A token with less than this left is renewed before it is used, in ms. */
const renewBefore = 60_000
/** How long a new tab waits for another tab's answer, in ms. */
const askFor = 150

let pair: Pair | undefined
let status: SessionStatus = 'out'
let lastUserId: string | undefined
let refreshing: Promise<void> | undefined
let channel: BroadcastChannel | undefined
const listeners = new Set<(change: SessionChange) => void>()

/** Calls `listener` whenever the session starts, is renewed, ends or is signed out. Returns the way to stop. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: SessionStatus, userId: string | undefined): void {
  status = next
  for (const listener of listeners) listener({ status, userId })
}

function store(next: Pair): void {
  const record = { refresh: next.refresh, userId: next.userId }
  writeStored(next.keep ? 'local' : 'session', key, record)
  removeStored(next.keep ? 'session' : 'local', key)
}

function forget(): void {
  pair = undefined
  removeStored('session', key)
  removeStored('local', key)
}

function adopt(next: Pair, broadcast: boolean): void {
  pair = next
  lastUserId = next.userId
  store(next)
  if (broadcast) channel?.postMessage({ type: 'pair', pair: next })
  change('active', next.userId)
}

/** How long the access token lives, by the service's own clock where it told it: this machine's may be off. */
function expiryOf(token: Token, date: number | undefined): number {
  const life = Date.parse(token.access_expires) - (date ?? Date.now())
  return Date.now() + (Number.isFinite(life) ? life : 0)
}

/** Takes over the tokens of a fresh sign-in. `date` is the service's clock at that moment, ms since 1970. */
export function startSession(
  token: Token,
  date: number | undefined,
  userId: string,
  keep: boolean,
): void {
  adopt(
    {
      access: token.access_token,
      accessExpires: expiryOf(token, date),
      refresh: token.refresh_token,
      userId,
      keep,
    },
    true,
  )
}

/** Signs this browser out, in every tab. Returns the refresh token to be revoked, if there was one. */
export function endSession(): string | undefined {
  const refresh = pair?.refresh
  forget()
  lastUserId = undefined
  channel?.postMessage({ type: 'out' })
  change('out', undefined)
  return refresh
}

function readPair(): Pair | undefined {
  for (const area of ['session', 'local'] as const) {
    const stored = v.safeParse(Stored, readStored(area, key))
    if (stored.success) {
      return { ...stored.output, access: '', accessExpires: 0, keep: area === 'local' }
    }
  }
  return undefined
}

function listen(onPair: () => void): void {
  if (typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel(key)
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = v.safeParse(Message, event.data)
    if (!message.success) return
    const { output } = message
    if (output.type === 'ask') {
      if (pair && status === 'active') channel?.postMessage({ type: 'pair', pair })
    } else if (output.type === 'out') {
      if (status === 'out') return
      forget()
      lastUserId = undefined
      change('out', undefined)
    } else if (output.pair && output.pair.refresh !== pair?.refresh) {
      adopt(output.pair, false)
      onPair()
    }
  })
}

/** Takes up what this browser has stored, without looking any further. Returns whether there was anything. */
export function recallSession(): boolean {
  pair = readPair()
  lastUserId = pair?.userId
  status = pair ? 'active' : 'out'
  return pair !== undefined
}

/**
 * Finds the session of this browser: stored in this tab, kept from an earlier visit, or held by another tab. Resolves
 * to its status; nothing is sent to the service yet.
 */
export async function findSession(): Promise<SessionStatus> {
  let answered = () => {}
  listen(() => answered())
  // What was recalled may have been renewed, or refused, by now.
  if (status !== 'out' || recallSession()) change(status, lastUserId)
  else if (channel) {
    await new Promise<void>((resolve) => {
      answered = resolve
      setTimeout(resolve, askFor)
      channel?.postMessage({ type: 'ask' })
    })
  }
  return status
}

/** Forgets everything without telling anyone; what a fresh page load finds. */
export function resetTokens(): void {
  channel?.close()
  channel = undefined
  pair = undefined
  refreshing = undefined
  lastUserId = undefined
  status = 'out'
}

const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && 'locks' in navigator && navigator.locks
    ? navigator.locks.request(refreshLock, work)
    : work()

/**
 * Whether the service said no to a renewal. Only that ends a session: a network error, or trouble of the service's own,
 * leaves it as it is.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.code < Code.internal && error.code !== Code.unclassified

async function renew(refused: string): Promise<void> {
  await withLock(async () => {
    // Another tab may have renewed while this one waited for the lock.
    const kept = readPair()
    if (pair?.keep && kept && kept.refresh !== pair.refresh)
      pair = { ...pair, refresh: kept.refresh }
    const before = pair
    if (!before || before.access !== refused) return
    const answer = await exchange({
      method: 'POST',
      path: '/session/token/refresh',
      body: { refresh_token: before.refresh },
    })
    try {
      const token = dataOf(Token, answer)
      if (pair !== before) return
      adopt(
        {
          ...before,
          access: token.access_token,
          accessExpires: expiryOf(token, answer.date),
          refresh: token.refresh_token,
        },
        true,
      )
    } catch (error) {
      if (isRefusal(error) && pair === before) {
        forget()
        change('ended', before.userId)
      }
      throw error
    }
  })
}

/** Renews the pair unless `refused` is no longer the token in use; one renewal at a time. */
export function refreshSession(refused: string): Promise<void> {
  refreshing ??= renew(refused).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** Thrown to requests that waited for a sign-in that did not come, or came from somebody else. */
export class SessionEndedError extends Error {
  override name = 'SessionEndedError'
}

/** Resolves when the user whose session ended has signed in again; rejects on sign-out or another user. */
export function sessionAgain(signal?: AbortSignal): Promise<void> {
  const userId = lastUserId
  return new Promise((resolve, reject) => {
    const abort = () => {
      stop()
      reject(signal?.reason as Error)
    }
    const stop = onSessionChange((now) => {
      if (now.status === 'ended') return
      stop()
      signal?.removeEventListener('abort', abort)
      if (now.status === 'active' && now.userId === userId) resolve()
      else reject(new SessionEndedError())
    })
    signal?.addEventListener('abort', abort)
  })
}

/**
 * The access token to send, renewed first when less than a minute is left; undefined when nobody is signed in.
 * Waits while the session is ended and a sign-in is asked for. Throws what the renewal threw for lack of a network.
 */
export async function accessToken(signal?: AbortSignal): Promise<string | undefined> {
  if (status === 'ended') await sessionAgain(signal)
  if (!pair) return undefined
  if (pair.accessExpires - Date.now() < renewBefore) {
    try {
      await refreshSession(pair.access)
    } catch (error) {
      if (!isRefusal(error)) throw error
      await sessionAgain(signal)
    }
  }
  return pair?.access
}
