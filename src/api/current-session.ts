import { create } from 'zustand'

/**
 * Who is signed in, as far as this tab knows. `ended`: the service rejected the renewal, and the sign-in dialog is
 * open.
 */
export type Session = {
  status: 'checking' | 'active' | 'ended' | 'out'
  userId: string | undefined
}

const initial: Session = { status: 'checking', userId: undefined }
const useStore = create<Session>()(() => initial)

export const useSessionStatus = (): Session['status'] => useStore((state) => state.status)
export const useUserId = (): string | undefined => useStore((state) => state.userId)
export const currentSession = (): Session => useStore.getState()
export const setSession = (session: Session): void => useStore.setState(session, true)
export const resetSession = (): void => useStore.setState(initial, true)
