import { WifiOff } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useIsOnline } from '#src/platform/use-is-online.ts'
import styles from './OfflineNotice.module.css'

/** Its status line is there from the start, since screen readers do not announce one that comes with its text. */
export function OfflineNotice() {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  return (
    <div role="status" className={styles['notice']}>
      {!isOnline && (
        <p>
          <WifiOff aria-hidden="true" />
          {t.appShell.offline}
        </p>
      )}
    </div>
  )
}
