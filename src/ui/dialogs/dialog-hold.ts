import { createContext, useContext, useState } from 'react'

/** Whether a dialog that is not open yet waits, since something must be answered first. */
export const DialogHold = createContext(false)

/** Whether a dialog may open; one that has opened stays. */
export function useMayOpen(): boolean {
  const isHeld = useContext(DialogHold)
  const [hasOpened, setHasOpened] = useState(!isHeld)
  if (!isHeld && !hasOpened) setHasOpened(true)
  return hasOpened
}
