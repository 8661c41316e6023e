import { Navigate } from 'react-router-dom'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { SharedLinkPanel } from './SharedLinkPanel.tsx'
import styles from './SharedLinkPage.module.css'

/** Leads to a folder behind a link. Until its page is there, and it is known which frame that has, this one stays. */
export function OpenSharedFolder({ uri }: { uri: string }) {
  const status = useSessionStatus()
  return (
    <>
      <SharedLinkPanel>
        <LoadingLink />
      </SharedLinkPanel>
      {status !== 'checking' && (
        <Navigate replace to={`/files?${new URLSearchParams({ uri }).toString()}`} />
      )}
    </>
  )
}

export function LoadingLink() {
  const { t } = useI18n()
  return (
    <div role="progressbar" aria-label={t.common.loading} className={styles['opening']}>
      <Skeleton width={36} height={36} />
      <Skeleton width="70%" height={14} />
      <Skeleton width="45%" />
    </div>
  )
}
