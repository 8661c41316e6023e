import { useQuery } from '@tanstack/react-query'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { formatBytes } from '#src/lib/numbers/size.ts'
import styles from './StorageBar.module.css'

/** The used share of the storage quota. Its space is reserved until the value is known. */
export function StorageBar() {
  const { t, language } = useI18n()
  const { data } = useQuery(users.capacity())
  if (!data) return <div className={styles['storage']} />
  const used = formatBytes(data.used, language)
  const share = data.total > 0 ? Math.min(1, data.used / data.total) : undefined
  const words =
    share === undefined
      ? t.frame.storageUnlimited(used)
      : t.frame.storageUsed(used, formatBytes(data.total, language))
  return (
    <div className={styles['storage']}>
      <p>{words}</p>
      {share !== undefined && (
        <div
          role="meter"
          aria-label={t.frame.storage}
          aria-valuemin={0}
          aria-valuemax={data.total}
          aria-valuenow={Math.min(data.used, data.total)}
          aria-valuetext={words}
          className={styles['bar']}
          data-full={share > 0.9 || undefined}
        >
          {/* Never 0 px wide once something is stored. */}
          <span style={{ inlineSize: `${data.used > 0 ? Math.max(share * 100, 1) : 0}%` }} />
        </div>
      )}
    </div>
  )
}
