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
  const usedPart = data.total > 0 ? Math.min(1, data.used / data.total) : undefined
  const text =
    usedPart === undefined
      ? t.appShell.storageUnlimited(used)
      : t.appShell.storageUsed(used, formatBytes(data.total, language))
  return (
    <div className={styles['storage']} data-tooltip={text} data-tooltip-if="cut">
      <p>{text}</p>
      {usedPart !== undefined && (
        <div
          role="meter"
          aria-label={t.appShell.storage}
          aria-valuemin={0}
          aria-valuemax={data.total}
          aria-valuenow={Math.min(data.used, data.total)}
          aria-valuetext={text}
          className={styles['bar']}
          data-full={usedPart > 0.9 || undefined}
        >
          {/* The bar is never 0 px wide once something is stored. */}
          <span style={{ inlineSize: `${data.used > 0 ? Math.max(usedPart * 100, 1) : 0}%` }} />
        </div>
      )}
    </div>
  )
}
