import type { QueryClient } from '@tanstack/react-query'
import { findSessionAcrossTabs, onSessionChange, resetTokens } from '#src/api/tokens.ts'
import { findInterruptedWork } from '#src/queries/interrupted-work/find-interrupted-work.ts'
import { resetStores } from '#src/stores/resets.ts'
import { currentSession, resetSession, setSession } from '#src/stores/session.ts'

/*
 * Connects tokens, stores and cache. When a session ends, everything stays in place behind the sign-in dialog; signing
 * out, or in as another user, clears all that belonged to the user.
 */

/** Restores this browser's session and follows its changes. Returns the function to stop. */
export function startSessionSync(client: QueryClient): () => void {
  const clearUserData = () => {
    client.clear()
    resetStores()
  }
  let stopFinding = () => {}
  const stop = onSessionChange(({ status, userId }) => {
    const before = currentSession()
    const isSomebodyElse = before.userId !== undefined && before.userId !== userId
    if (status === 'out' || (status === 'active' && isSomebodyElse)) clearUserData()
    setSession({ status, userId })
    if (status === 'active' && before.status === 'active' && !isSomebodyElse) return
    stopFinding()
    if (status === 'active') stopFinding = findInterruptedWork()
  })
  void findSessionAcrossTabs().then((status) => {
    if (status === 'out') setSession({ status: 'out', userId: undefined })
  })
  return () => {
    stop()
    stopFinding()
    resetTokens()
    resetSession()
  }
}
