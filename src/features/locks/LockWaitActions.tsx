import { useEffect, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LockQuestion } from '#src/jobs/locks/lock-question.ts'
import { Button } from '#src/ui/controls/Button.tsx'

/** What one can do about an operation that waits for a lock. */
export function LockWaitActions({ question: { answer, cancel } }: { question: LockQuestion }) {
  const { t } = useI18n()
  return (
    <>
      <Button small variant="quiet" onClick={() => answer({ action: 'retry' })}>
        {t.common.retry}
      </Button>
      <Button small variant="quiet" onClick={() => answer({ action: 'show' })}>
        {t.locks.show}
      </Button>
      <Button small variant="quiet" onClick={cancel}>
        {t.common.cancel}
      </Button>
    </>
  )
}

/** When an operation that waits for a lock is tried again. */
export function NextRetryCountdown({ question }: { question: LockQuestion }) {
  const { t } = useI18n()
  const { nextTry } = question.props
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
