import { createStore } from 'zustand/vanilla'

/**
 * This is what the tab knows of who is signed in. `ended`: the service rejected the renewal, and the sign-in dialog is
 * open.
 */
export type Session = {
  status: 'checking' | 'active' | 'ended' | 'out'
  userId: string | undefined
}

const initial: Session = { status: 'checking', userId: undefined }
/** The hooks that read it are in `features/session/use-session.ts`. */
export const sessionStore = createStore<Session>()(() => initial)

export const currentSession = (): Session => sessionStore.getState()
export const setSession = (session: Session): void => sessionStore.setState(session, true)
export const resetSession = (): void => sessionStore.setState(initial, true)
