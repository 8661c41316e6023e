import { create } from 'zustand'

/** Who is signed in, as far as this tab knows. `ended`: the service refused to go on, a sign-in is asked for. */
export type Session = {
  status: 'looking' | 'active' | 'ended' | 'out'
  userId: string | undefined
}

const initial: Session = { status: 'looking', userId: undefined }
const useStore = create<Session>()(() => initial)

export const useSessionStatus = (): Session['status'] => useStore((state) => state.status)
export const currentSession = (): Session => useStore.getState()
export const setSession = (session: Session): void => useStore.setState(session, true)
export const resetSession = (): void => useStore.setState(initial, true)
