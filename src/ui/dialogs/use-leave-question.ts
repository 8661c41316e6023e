import { useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router-dom'

/**
 * Holds back a navigation that `shouldAsk` says would lose something. Returns how to stay, and undefined while nothing is
 * asked. When nothing is unsaved any more, by whichever save or because it was discarded, the navigation goes on.
 */
export function useLeaveQuestion(
  isUnsaved: boolean,
  shouldAsk: BlockerFunction,
): (() => void) | undefined {
  const blocker = useBlocker(shouldAsk)
  useEffect(() => {
    if (blocker.state === 'blocked' && !isUnsaved) blocker.proceed()
  }, [blocker, isUnsaved])
  return blocker.state === 'blocked' && isUnsaved ? blocker.reset : undefined
}
