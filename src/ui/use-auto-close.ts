import { useEffect, useEffectEvent, useState } from 'react'

/** How long a message about a success stays, in ms. */
const closeAfterMs = 7000

/** Whether the pointer or the focus is in a message. `handlers` are for its element. */
export function useIsAttended() {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const handlers = {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  }
  return { isAttended: isPointedAt || hasFocus, handlers }
}

/**
 * Closes a message about a success after a while, but not while the pointer or the focus is in it, or while `isHeld`.
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
