import { useEffect } from 'react'
import { useLockSession, useLockSessions } from '#src/stores/lock-sessions.ts'
import { LockConflictDialog } from './LockConflictDialog.tsx'
import { LockTray } from './LockTray.tsx'

/** Operations that locks have stopped: the first one in the dialog, those that wait in the tray. */
export function Locks() {
  const shown = useLockSession()
  const waiting = useLockSessions().filter(({ state }) => state === 'waiting')

  // A reload would lose what they are in the middle of.
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [])

  return (
    <>
      {waiting.length > 0 && <LockTray sessions={waiting} />}
      {shown && <LockConflictDialog key={shown.id} session={shown} />}
    </>
  )
}
