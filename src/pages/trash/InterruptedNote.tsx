import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { findInterrupted, forgetInterrupted, goOnWith } from '#src/queries/interrupted.ts'
import { setShownByPage, useInterrupted } from '#src/stores/batches.ts'
import { Button } from '#src/ui/Button.tsx'
import css from './InterruptedNote.module.css'

/** What a reload or a crash cut off, and the ways on. While it is here no message says the same. */
export function InterruptedNote() {
  const { t } = useI18n()
  const client = useQueryClient()
  const interrupted = useInterrupted()
  useEffect(() => {
    setShownByPage(true)
    void findInterrupted()
    return () => setShownByPage(false)
  }, [])
  return interrupted.map(({ id, operation, total, done }) => (
    <section key={id} className={css['note']} aria-label={t.operations.interruptedLabel}>
      <RotateCcw aria-hidden="true" />
      <p>{t.operations.interrupted({ ...operation, count: total }, done)}</p>
      <Button small kind="quiet" onClick={() => void forgetInterrupted(id)}>
        {t.operations.forget}
      </Button>
      <Button small onClick={() => void goOnWith(client, id)}>
        {t.operations.goOn}
      </Button>
    </section>
  ))
}
