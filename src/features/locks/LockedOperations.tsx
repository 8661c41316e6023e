import { useEffect } from 'react'
import { useLockQuestion, useLockQuestions } from '#src/jobs/locks/lock-questions.ts'
import { setUnloadGuard } from '#src/platform/unload-guard.ts'
import { LockConflictDialog } from './LockConflictDialog.tsx'
import { WaitingOperations } from './WaitingOperations.tsx'

/** Operations that locks have stopped: the first one in the dialog, those that wait in the tray. */
export function LockedOperations() {
  const shown = useLockQuestion()
  const waiting = useLockQuestions().filter(({ state }) => state === 'waiting')

  // A reload would lose these operations.
  useEffect(() => {
    setUnloadGuard('locks', true)
    return () => setUnloadGuard('locks', false)
  }, [])

  return (
    <>
      {waiting.length > 0 && <WaitingOperations questions={waiting} />}
      {shown && <LockConflictDialog key={shown.id} question={shown} />}
    </>
  )
}
