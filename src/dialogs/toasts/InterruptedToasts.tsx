import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useInterruptedBatchToasts } from '#src/stores/batches/interrupted-batches.ts'
import { useSessionStatus } from '#src/stores/session.ts'
import { lazyModule } from '#src/ui/lazy-module.ts'
import { PersistentToast } from './Toast.tsx'
import styles from './Toasts.module.css'

const interruptedBatches = lazyModule(
  () => import('#src/queries/interrupted-work/interrupted-batches.ts'),
)

/** Batches that a reload or a crash interrupted, each until the user has decided about it. */
export function InterruptedToasts() {
  const { t } = useI18n()
  const client = useQueryClient()
  const status = useSessionStatus()
  const writes = interruptedBatches.useModule(status === 'active', 'optional')
  return useInterruptedBatchToasts().map(({ id, operation, total, done, mayBeMore }) => (
    <PersistentToast key={id}>
      <RotateCcw aria-hidden="true" />
      <div className={styles['words']}>
        <p>{t.operations.interrupted({ ...operation, count: total }, done, mayBeMore)}</p>
        <p className={styles['choices']}>
          <button
            type="button"
            className={styles['action']}
            onClick={() => void writes?.resumeInterruptedBatch(client, id)}
          >
            {t.operations.resumeBatch(operation)}
          </button>
          <button
            type="button"
            className={styles['action']}
            onClick={() => void writes?.discardInterruptedBatch(client, id)}
          >
            {t.operations.dismiss(operation)}
          </button>
        </p>
      </div>
    </PersistentToast>
  ))
}
