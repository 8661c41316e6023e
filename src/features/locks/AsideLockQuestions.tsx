import { useEffect } from 'react'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { useQuestionsOfKind } from '#src/jobs/questions/questions.ts'
import { setUnloadGuard } from '#src/platform/unload-guard.ts'
import { WaitingOperations } from './WaitingOperations.tsx'

/** The tray of operations that wait for locks. A reload would lose these and those that a lock question is open about. */
export function AsideLockQuestions() {
  const questions = useQuestionsOfKind(lockQuestion)
  const waiting = questions.filter(({ state }) => state === 'aside')
  const hasAny = questions.length > 0
  useEffect(() => {
    setUnloadGuard('locks', hasAny)
    return () => setUnloadGuard('locks', false)
  }, [hasAny])
  return waiting.length > 0 ? <WaitingOperations questions={waiting} /> : null
}
