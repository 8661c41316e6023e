import { Users } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { homeUri, sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { useSavedLink } from '#src/features/file-lists/saved-links.ts'
import { toFolderUri } from '#src/features/folder/path.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import styles from './AppShell.module.css'

/** Whether what is open is shared with the user: that list, or something that one of its shortcuts leads to. */
export function useIsSharedWithMe(): boolean {
  const { search } = useLocation()
  const parameters = new URLSearchParams(search)
  // That of a folder, of a text in the editor, or of the folder whose view is edited.
  const uri = toFolderUri(parameters.get('uri') ?? parameters.get('folder') ?? '') ?? homeUri
  const isSaved = useSavedLink(uri) !== undefined
  return uri === sharedWithMeUri || isSaved
}

/** The link to what others share with the user, below Files in the sidebar. */
export function SharedWithMeLink({ isCurrent }: { isCurrent: boolean }) {
  const { t } = useI18n()
  return (
    <Link
      to={`/files?${new URLSearchParams({ uri: sharedWithMeUri }).toString()}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={isCurrent ? styles['current'] : undefined}
      data-tooltip={t.files.sharedWithMe}
      data-tooltip-if="cut"
    >
      <Users aria-hidden="true" />
      <span>{t.files.sharedWithMe}</span>
    </Link>
  )
}
