import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { dismissToast, useToasts, type Toast } from '#src/stores/toasts.ts'
import { CorrelationId } from '#src/ui/ErrorFace.tsx'
import { errorWords } from '#src/views/error-words.ts'
import styles from './Toasts.module.css'

/** How long a success stays, in ms. */
const stay = 7000

type Of<Kind extends Toast['message']['kind']> = Extract<Toast['message'], { kind: Kind }>

/** One stack: failures above, which stay until they are dismissed, and successes below, which leave by themselves. */
export function Toasts() {
  const { t } = useI18n()
  const toasts = useToasts()
  return (
    <section className={styles['stack']} aria-label={t.frame.notifications}>
      {toasts.map(
        ({ id, message }) =>
          message.kind === 'failed' && <Failed key={id} id={id} message={message} />,
      )}
      {/* There before what it says: a region that arrives with its words is not read out. */}
      <div role="status" aria-atomic="false" className={styles['done']}>
        {toasts.map(
          ({ id, message }) =>
            message.kind === 'done' && <Done key={id} id={id} message={message} />,
        )}
      </div>
    </section>
  )
}

function Dismiss({ id }: { id: number }) {
  const { t } = useI18n()
  return (
    <button
      type="button"
      className={styles['dismiss']}
      aria-label={t.frame.dismiss}
      title={t.frame.dismiss}
      onClick={() => dismissToast(id)}
    >
      <X aria-hidden="true" />
    </button>
  )
}

function Done({ id, message }: { id: number; message: Of<'done'> }) {
  const { t } = useI18n()
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = isPointedAt || hasFocus

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), stay)
    return () => clearTimeout(timer)
  }, [id, isHeld])

  return (
    <div
      className={styles['toast']}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <CircleCheck className={styles['good']} aria-hidden="true" />
      <p>{t.toasts[message.key](message.values)}</p>
      <Dismiss id={id} />
    </div>
  )
}

function Failed({ id, message }: { id: number; message: Of<'failed'> }) {
  const { t } = useI18n()
  const words = errorWords(message.error, t)
  return (
    <div role="alert" className={styles['toast']}>
      <CircleAlert className={styles['bad']} aria-hidden="true" />
      <div className={styles['words']}>
        <p>{words.title}</p>
        {(words.hint || words.correlationId) && (
          <details>
            <summary>{t.common.details}</summary>
            {words.hint && <p>{words.hint}</p>}
            {words.correlationId && <CorrelationId id={words.correlationId} />}
          </details>
        )}
      </div>
      <Dismiss id={id} />
    </div>
  )
}
