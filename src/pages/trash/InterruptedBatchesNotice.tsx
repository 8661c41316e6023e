import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import {
  findInterruptedBatches,
  discardInterruptedBatch,
  resumeInterruptedBatch,
} from '#src/queries/interrupted-work/interrupted-batches.ts'
import {
  setInterruptedShownByPage,
  useInterruptedBatches,
} from '#src/stores/batches/interrupted-batches.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './InterruptedBatchesNotice.module.css'

/** Batches that a reload or a crash interrupted. While this is shown, no toast reports them. */
export function InterruptedBatchesNotice() {
  const { t } = useI18n()
  const client = useQueryClient()
  const interrupted = useInterruptedBatches()
  useEffect(() => {
    setInterruptedShownByPage(true)
    void findInterruptedBatches()
    return () => setInterruptedShownByPage(false)
  }, [])
  return interrupted.map(({ id, operation, total, done, mayBeMore }) => (
    <section key={id} className={css['note']} aria-label={t.operations.interruptedLabel}>
      <RotateCcw aria-hidden="true" />
      <p>{t.operations.interrupted({ ...operation, count: total }, done, mayBeMore)}</p>
      <Button small kind="quiet" onClick={() => void discardInterruptedBatch(client, id)}>
        {t.operations.dismiss(operation)}
      </Button>
      <Button small onClick={() => void resumeInterruptedBatch(client, id)}>
        {t.operations.resumeBatch(operation)}
      </Button>
    </section>
  ))
}
