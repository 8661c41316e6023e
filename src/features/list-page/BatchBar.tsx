import { useEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Batch } from '#src/jobs/batches/batch.ts'
import { stopBatch } from '#src/jobs/batches/batches.ts'
import { useIsOnline } from '#src/platform/use-is-online.ts'
import { announceState } from '#src/ui/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './BatchBar.module.css'
import page from './page.module.css'

/** The progress of a running batch, in place of the selection bar, with a Stop button. */
export function BatchBar({ batch }: { batch: Batch }) {
  const { t } = useI18n()
  const { total, state, done, failed, locked } = batch
  const settled = done + failed + locked
  const about = { ...batch.operation, count: total }
  // A single item has no progress to show.
  const words = total === 1 ? t.operations.resultTitle(about) : t.operations.progress(about, done)
  const problems = [
    failed > 0 && t.operations.failedSoFar(failed),
    locked > 0 && t.operations.lockedSoFar(locked),
    failed + locked > 0 && t.operations.leftSoFar(total - settled),
  ].filter((text) => text !== false)
  const isOnline = useIsOnline()
  const paused = isOnline ? t.common.waitingForService : t.common.waitingForNetwork
  const stateText =
    state === 'paused'
      ? paused
      : state === 'asking' || state === 'stopping'
        ? t.operations[state]
        : undefined
  const details = [...problems, ...(stateText ? [stateText] : [])].join(' · ')
  const status = details ? `${words}. ${details}` : words
  useEffect(() => announceState(status), [status])
  return (
    <section className={page['selection']} aria-label={words}>
      <span className={css['words']}>
        <b>{words}</b>
        {details && <span>{details}</span>}
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
