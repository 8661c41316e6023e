import { createStore } from 'zustand/vanilla'
import { removeStored, storedKeys, userKeyPrefixOf } from '#src/platform/storage.ts'
import { resetStores } from './resets.ts'

/**
 * Who is signed in, as far as this tab knows. `ended`: the service rejected the renewal, and the sign-in dialog is
 * open; the user stays until sign-out or another user.
 */
export type SessionState = {
  status: 'checking' | 'active' | 'ended' | 'out'
  userId: string | undefined
}

const initial: SessionState = { status: 'checking', userId: undefined }
/** The hooks that read it are in `features/session/use-session.ts`; `tokens.ts` writes it. */
export const sessionStore = createStore<SessionState>()(() => initial)

export const currentSession = (): SessionState => sessionStore.getState()

/** Calls `listener` whenever the session starts, is renewed, ends or is signed out. Returns the function to unsubscribe. */
export const onSessionChange = (listener: (session: SessionState) => void): (() => void) =>
  sessionStore.subscribe(listener)

/**
 * When a session ends, everything stays in place behind the sign-in dialog. Signing out, or in as another user, clears all
 * that belonged to the user, while stores still know whose it was.
 */
export function setSession(session: SessionState): void {
  const { userId } = currentSession()
  if (userId !== undefined && userId !== session.userId) {
    resetStores()
    for (const key of storedKeys('local', userKeyPrefixOf(userId))) removeStored('local', key)
  }
  sessionStore.setState(session, true)
}

export const resetSession = (): void => sessionStore.setState(initial, true)
