import { useI18n } from '#src/i18n/I18n.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import css from './AccountPage.module.css'

/** Sections that are still being read. */
export function AccountLoading() {
  const { t } = useI18n()
  return (
    <div role="progressbar" aria-label={t.common.loading} className={css['loading']}>
      {[3, 2, 2].map((fields, section) => (
        <div key={section} className={css['section']}>
          <div className={css['about']}>
            <Skeleton width={120} height={14} />
          </div>
          <div className={css['body']}>
            {Array.from({ length: fields }, (_, field) => (
              <Skeleton key={field} width={380} height={32} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
