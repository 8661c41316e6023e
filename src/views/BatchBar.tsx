import { useEffect, useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type Batch, stopBatch } from '#src/stores/batches.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/Button.tsx'
import { useFocusToList } from '#src/ui/focus.ts'
import css from './BatchBar.module.css'
import page from './page.module.css'

/** How far a long operation has come, in the place of the selection bar, with the way to stop it. */
export function BatchBar({ batch }: { batch: Batch }) {
  const { t } = useI18n()
  const bar = useRef<HTMLElement>(null)
  useFocusToList(bar)
  const { total, state } = batch
  const settled = batch.done + batch.failed
  const about = { ...batch.operation, count: total }
  // Of one thing there is no telling how far it has come.
  const words =
    total === 1 ? t.operations.resultTitle(about) : t.operations.progress(about, settled)
  const aside = state === 'running' || state === 'ended' ? undefined : t.operations[state]
  useEffect(() => announce(aside ? `${words}. ${aside}` : words), [words, aside])
  return (
    <section ref={bar} className={page['selection']} aria-label={words}>
      <span className={css['words']}>
        <b>{words}</b>
        {aside && <span>{aside}</span>}
      </span>
      <div
        role="progressbar"
        aria-label={words}
        {...(total > 1 && { 'aria-valuemin': 0, 'aria-valuemax': total, 'aria-valuenow': settled })}
        className={css['track']}
        data-state={state}
        data-endless={total === 1 || undefined}
      >
        <span style={{ inlineSize: total === 1 ? '30%' : `${(settled / total) * 100}%` }} />
      </div>
      <Button
        kind="quiet"
        aria-disabled={state === 'stopping' || undefined}
        onClick={() => stopBatch(batch.id)}
      >
        {t.common.stop}
      </Button>
    </section>
  )
}
