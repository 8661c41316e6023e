import { Trash2 } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import {
  holdDelayedOperation,
  runDelayedOperation,
  undoDelayedOperation,
  useDelayedOperation,
} from '#src/jobs/messages/delayed-operations.ts'
import styles from './Toasts.module.css'

/** An operation that is sent in a moment, with Undo. It waits while the pointer or the focus is in it. */
export function DelayedToast({ delayedId }: { delayedId: number }) {
  const { t } = useI18n()
  const operation = useDelayedOperation(delayedId)
  if (!operation) return null
  const hold = () => holdDelayedOperation(delayedId, true)
  const release = () => holdDelayedOperation(delayedId, false)
  return (
    <div
      className={styles['toast']}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Trash2 aria-hidden="true" />
      <p>{t.operations.delayed(operation)}</p>
      <button
        type="button"
        className={styles['action']}
        onClick={() => undoDelayedOperation(delayedId)}
      >
        {t.common.undo}
      </button>
      <button
        type="button"
        className={styles['action']}
        onClick={() => runDelayedOperation(delayedId)}
      >
        {t.toasts.sendNow}
      </button>
    </div>
  )
}
