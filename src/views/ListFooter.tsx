import { useI18n } from '#src/i18n/I18n.tsx'
import type { Walk } from '#src/queries/listing.ts'
import { Button } from '#src/ui/Button.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { useErrorWords } from './use-error-words.ts'
import css from './ListFooter.module.css'

/** The end of a list says why it ends: more is coming, or the rest could not be had and how to go on. */
export function ListFooter({
  walk,
  isSorting,
  onResume,
}: {
  walk: Walk
  isSorting: boolean
  onResume: () => void
}) {
  const { t } = useI18n()
  const words = useErrorWords(walk.at === 'stopped' ? walk.error : null)
  if (walk.at === 'stopped') {
    return (
      <div role="alert" className={css['footer']}>
        <span>
          {t.common.restFailed} {words?.title}
        </span>
        <Button small onClick={onResume}>
          {t.common.retry}
        </Button>
      </div>
    )
  }
  if (walk.at === 'walking' || isSorting) {
    return (
      <div className={css['footer']}>
        <Spinner />
        <span>{t.common.restStillLoading}</span>
      </div>
    )
  }
  return null
}
