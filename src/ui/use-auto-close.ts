import { useEffect, useEffectEvent, useState } from 'react'

/** How long a message about a success stays, in ms. */
const closeAfterMs = 7000

/**
 * Closes a message about a success after a while, but not while the pointer or the focus is in it, or while `isHeld`.
 * Returns the event handlers of its element.
 */
export function useAutoClose(isHeld: boolean, close: () => void) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isStaying = isHeld || isPointedAt || hasFocus
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (isStaying) return undefined
    const timer = setTimeout(() => closeNow(), closeAfterMs)
    return () => clearTimeout(timer)
  }, [isStaying])
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  }
}
