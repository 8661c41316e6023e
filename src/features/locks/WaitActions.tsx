import { useEffect, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { resumeLockQuestion } from '#src/jobs/locks/lock-question-handle.ts'
import type { LockQuestion } from '#src/jobs/locks/lock-questions.ts'
import { Button } from '#src/ui/controls/Button.tsx'

/** What one can do about an operation that waits for a lock. */
export function WaitActions({ sessionId }: { sessionId: number }) {
  const { t } = useI18n()
  return (
    <>
      <Button small kind="quiet" onClick={() => resumeLockQuestion(sessionId, 'now')}>
        {t.common.retry}
      </Button>
      <Button small kind="quiet" onClick={() => resumeLockQuestion(sessionId, 'show')}>
        {t.locks.show}
      </Button>
      <Button small kind="quiet" onClick={() => resumeLockQuestion(sessionId, 'cancel')}>
        {t.common.cancel}
      </Button>
    </>
  )
}

/** When an operation that waits for a lock is tried again. */
export function NextRetry({ session: { nextTry } }: { session: LockQuestion }) {
  const { t } = useI18n()
  if (nextTry !== undefined) return <Countdown key={nextTry} to={nextTry} />
  return navigator.onLine ? t.locks.trying : t.locks.waitingForNetwork
}

/** Whole seconds until `to`, ms since 1970. */
function Countdown({ to }: { to: number }) {
  const { t } = useI18n()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return t.locks.nextTry(Math.max(Math.ceil((to - now) / 1000), 1))
}
