import { Users } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import styles from './AppShell.module.css'

/** The link to what others share with the user, below Files in the sidebar. */
export function SharedWithMeLink() {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  const isCurrent =
    pathname === '/files' && new URLSearchParams(search).get('uri') === sharedWithMeUri
  return (
    <Link
      to={`/files?${new URLSearchParams({ uri: sharedWithMeUri }).toString()}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={isCurrent ? styles['current'] : undefined}
    >
      <Users aria-hidden="true" />
      <span>{t.files.sharedWithMe}</span>
    </Link>
  )
}
