import type { QueryClient } from '@tanstack/react-query'
import { findSession, onSessionChange, resetTokens } from '#src/api/tokens.ts'
import { resetStores } from '#src/stores/resets.ts'
import { currentSession, resetSession, setSession } from '#src/stores/session.ts'
import { closeLists } from './list.ts'

/*
 * Where tokens, stores and cache meet. An ended session leaves everything in place behind the sign-in dialog; signing
 * out, or in as somebody else, forgets all that belonged to the user.
 */

/** Finds this browser's session and follows it from then on. Returns the way to stop. */
export function followSession(client: QueryClient): () => void {
  const forget = () => {
    closeLists(client)
    client.clear()
    resetStores()
  }
  const stop = onSessionChange(({ status, userId }) => {
    const before = currentSession()
    const isSomebodyElse = before.userId !== undefined && before.userId !== userId
    if (status === 'out' || (status === 'active' && isSomebodyElse)) forget()
    setSession({ status, userId })
  })
  void findSession().then((status) => {
    if (status === 'out') setSession({ status: 'out', userId: undefined })
  })
  return () => {
    stop()
    resetTokens()
    resetSession()
  }
}
