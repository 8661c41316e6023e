import { useErrorDescription } from '#src/features/errors/use-error-description.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { loadErrorOf, type LoadState } from '#src/lists/loading/load-state.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import css from './ListFooter.module.css'

/** Below the last row: that more rows are loading, or why loading stopped, with a button to resume; then `notice`. */
export function ListFooter({
  loadState,
  isSorting,
  isGone,
  notice,
  onResume,
}: {
  loadState: LoadState
  isSorting: boolean
  /** Whether the page says already what became of the folder of the list. */
  isGone: boolean
  /** A sentence about the whole list once it is loaded. */
  notice: string | undefined
  onResume: () => void
}) {
  const { t } = useI18n()
  const message = useErrorDescription(loadErrorOf(loadState))
  if (loadState.at === 'stopped') {
    return isGone ? null : (
      <div role="alert" className={css['footer']}>
        <span>{[t.common.restFailed, message?.title].join(t.common.betweenSentences)}</span>
        <Button small onClick={onResume}>
          {t.common.retry}
        </Button>
      </div>
    )
  }
  if (loadState.at === 'loading' || isSorting) {
    return (
      <div className={css['footer']}>
        <Spinner />
        <span>{t.common.restStillLoading}</span>
      </div>
    )
  }
  return notice ? (
    <div role="status" className={css['footer']}>
      {notice}
    </div>
  ) : null
}
