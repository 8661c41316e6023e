import { createStore } from 'zustand/vanilla'
import { onSignOut } from '#src/api/resets.ts'

/*
 * Passwords of share links known to this tab, by link id, in memory only. Requests add them to the URIs behind these
 * links, and responses lose them again: no URI above `api` contains one.
 */

type LinkPasswords = Readonly<Record<string, string>>

/** The hook that reads it is in `features/links/visit/link-passwords.ts`. */
export const linkPasswordStore = createStore<LinkPasswords>()(() => ({}))

export const knownLinkPassword = (id: string): string | undefined =>
  linkPasswordStore.getState()[id]
export const rememberLinkPassword = (id: string, password: string): void =>
  linkPasswordStore.setState({ [id]: password })
onSignOut(() => linkPasswordStore.setState({}, true))

export const addPasswordToLinkUri = (uri: string): string =>
  uri.replace(/^svc:\/\/([^:@/]+)(?=@share\b)/, (bare, id: string) => {
    const password = knownLinkPassword(id)
    return password === undefined ? bare : `${bare}:${encodeURIComponent(password)}`
  })

export const removePasswordFromLinkUri = (uri: string): string =>
  uri.replace(/^(svc:\/\/([^:@/]+)):[^@/]*(?=@share\b)/, (all, bare: string, id: string) =>
    knownLinkPassword(id) === undefined ? all : bare,
  )
