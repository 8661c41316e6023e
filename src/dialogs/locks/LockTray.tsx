import { Hourglass } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useReportedHeight } from '#src/dialogs/use-reported-height.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { wakeLockSession } from '#src/stores/locks/lock-session-handle.ts'
import type { LockSession } from '#src/stores/locks/lock-sessions.ts'
import { announceState } from '#src/ui/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './LockTray.module.css'

/** Operations that wait until what they need is free. */
export function LockTray({ sessions }: { sessions: readonly LockSession[] }) {
  const { t } = useI18n()
  const tray = useRef<HTMLElement>(null)
  useReportedHeight(tray, '--lock-tray')
  return (
    <section ref={tray} className={css['tray']} aria-label={t.locks.tray}>
      {sessions.map((session) => (
        <Waiting key={session.id} session={session} />
      ))}
    </section>
  )
}

function Waiting({ session: { id, operation, nextTry } }: { session: LockSession }) {
  const { t } = useI18n()
  const words = t.operations.waiting(operation)
  useEffect(() => announceState(words), [words])
  return (
    <div className={css['waiting']} role="group" aria-label={words}>
      <Hourglass aria-hidden="true" />
      <p>
        {words}
        <small>
          {nextTry !== undefined ? (
            <Countdown key={nextTry} to={nextTry} />
          ) : navigator.onLine ? (
            t.locks.trying
          ) : (
            t.locks.waitingForNetwork
          )}
        </small>
      </p>
      <div className={css['actions']}>
        <Button small kind="quiet" onClick={() => wakeLockSession(id, 'now')}>
          {t.locks.tryNow}
        </Button>
        <Button small kind="quiet" onClick={() => wakeLockSession(id, 'show')}>
          {t.locks.show}
        </Button>
        <Button small kind="quiet" onClick={() => wakeLockSession(id, 'cancel')}>
          {t.common.cancel}
        </Button>
      </div>
    </div>
  )
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
