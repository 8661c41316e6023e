import { onSessionChange } from '#src/api/tokens.ts'
import { currentSession } from '#src/stores/session.ts'

/**
 * Calls `onEnd` when the session has ended, somebody has signed out, or another user has signed in. Returns the function
 * to stop.
 */
export function onSessionEnd(onEnd: () => void): () => void {
  let user = currentSession().userId
  if (currentSession().status !== 'active') onEnd()
  return onSessionChange(({ status, userId }) => {
    if (status !== 'active' || userId !== user) onEnd()
    user = userId
  })
}
