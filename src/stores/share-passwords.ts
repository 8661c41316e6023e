import { create } from 'zustand'
import { forgetsOnSignOut } from './resets.ts'

/* Passwords of share links that this tab was given, by link. In memory only: they never outlive the page. */

const useStore = create<{ passwords: Readonly<Record<string, string>> }>()(() => ({
  passwords: {},
}))

export const useSharePassword = (id: string): string | undefined =>
  useStore((state) => state.passwords[id])
export const knownSharePassword = (id: string): string | undefined =>
  useStore.getState().passwords[id]
export const rememberSharePassword = (id: string, password: string): void =>
  useStore.setState(({ passwords }) => ({ passwords: { ...passwords, [id]: password } }))
const resetSharePasswords = (): void => useStore.setState({ passwords: {} })
forgetsOnSignOut(resetSharePasswords)
