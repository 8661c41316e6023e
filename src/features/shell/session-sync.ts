import type { QueryClient } from '@tanstack/react-query'
import { currentSession, resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import {
  requestSessionFromOtherTabs,
  onSessionChange,
  resetTokens,
  restoreSession,
} from '#src/api/tokens.ts'

/*
 * Connects tokens, stores and cache. When a session ends, everything stays in place behind the sign-in dialog; signing
 * out, or in as another user, clears all that belonged to the user.
 */

/**
 * Restores this browser's session before it returns, so that the loaders of routes know who is signed in, and follows its
 * changes. A tab without one asks the others. Returns the function to stop.
 */
export function startSessionSync(client: QueryClient): () => void {
  const clearUserData = () => {
    client.clear()
    resetStores()
  }
  const stop = onSessionChange(({ status, userId }) => {
    const before = currentSession()
    const isSomebodyElse = before.userId !== undefined && before.userId !== userId
    if (status === 'out' || (status === 'active' && isSomebodyElse)) clearUserData()
    setSession({ status, userId })
  })
  if (!restoreSession())
    void requestSessionFromOtherTabs().then(() => {
      if (currentSession().status === 'checking') setSession({ status: 'out', userId: undefined })
    })
  return () => {
    stop()
    resetTokens()
    resetSession()
  }
}
