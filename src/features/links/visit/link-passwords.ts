import { useStore } from 'zustand'
import { linkPasswordStore } from '#src/api/links/link-passwords.ts'

export { knownLinkPassword, rememberLinkPassword } from '#src/api/links/link-passwords.ts'

export const useLinkPassword = (id: string): string | undefined =>
  useStore(linkPasswordStore, (passwords) => passwords[id])
