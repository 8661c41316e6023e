import { useStore } from 'zustand'
import { type SessionState, sessionStore } from '#src/api/current-session.ts'

export const useSessionStatus = (): SessionState['status'] =>
  useStore(sessionStore, (state) => state.status)
export const useUserId = (): string | undefined => useStore(sessionStore, (state) => state.userId)
