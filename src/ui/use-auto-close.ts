import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { isDialogOpen } from './keyboard/focus.ts'

/** How long a message about a success stays, in ms. */
const closeAfterMs = 7000

function subscribeToDialogs(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] })
  document.addEventListener('visibilitychange', changed)
  return () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', changed)
  }
}

/** Nobody is kept from a message on a page that is hidden: what waits for its end must not wait until then. */
const isHiddenByDialog = (): boolean => isDialogOpen() && document.visibilityState !== 'hidden'

/**
 * Whether the pointer or the focus is in a message, or a dialog keeps the user from it. `handlers` are for its element.
 */
export function useIsAttended() {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const handlers = {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  }
  const isOutOfReach = useSyncExternalStore(subscribeToDialogs, isHiddenByDialog)
  return { isAttended: isPointedAt || hasFocus || isOutOfReach, handlers }
}

/**
 * Closes a message about a success after a while, but not while the pointer or the focus is in it, a dialog is open, or
 * while `isHeld`.
 * Returns the event handlers of its element.
 */
export function useAutoClose(isHeld: boolean, close: () => void) {
  const { isAttended, handlers } = useIsAttended()
  const isStaying = isHeld || isAttended
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (isStaying) return undefined
    const timer = setTimeout(() => closeNow(), closeAfterMs)
    return () => clearTimeout(timer)
  }, [isStaying])
  return handlers
}
