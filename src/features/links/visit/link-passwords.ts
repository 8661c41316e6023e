import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'

/*
 * Passwords of share links known to this tab, by link id. In memory only.
 */

const useStore = create<{ passwords: Readonly<Record<string, string>> }>()(() => ({
  passwords: {},
}))

export const useLinkPassword = (id: string): string | undefined =>
  useStore((state) => state.passwords[id])
export const knownLinkPassword = (id: string): string | undefined =>
  useStore.getState().passwords[id]
export const rememberLinkPassword = (id: string, password: string): void =>
  useStore.setState(({ passwords }) => ({ passwords: { ...passwords, [id]: password } }))
const resetLinkPasswords = (): void => useStore.setState({ passwords: {} })
onSignOut(resetLinkPasswords)
