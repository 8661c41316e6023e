import { useI18n } from '#src/i18n/I18n.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import css from './ViewSettingsPage.module.css'

/** The two panes while the folder is loading. */
export function ViewSettingsLoading() {
  const { t } = useI18n()
  return (
    <div
      role="progressbar"
      aria-label={t.common.loading}
      className={`${css['panes']} ${css['loading']}`}
    >
      <div className={css['settings']}>
        <Skeleton width={72} />
        <Skeleton height={82} />
        <Skeleton width={56} />
        <Skeleton height={32} />
        <Skeleton width={96} />
        <Skeleton height={32} />
      </div>
      <PreviewSkeleton />
    </div>
  )
}

const PreviewSkeleton = () => (
  <div className={css['blank']}>
    <Skeleton height="100%" />
  </div>
)
