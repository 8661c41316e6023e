import { useStore } from 'zustand'
import { type Session, sessionStore } from '#src/api/current-session.ts'

export const useSessionStatus = (): Session['status'] =>
  useStore(sessionStore, (state) => state.status)
export const useUserId = (): string | undefined => useStore(sessionStore, (state) => state.userId)
