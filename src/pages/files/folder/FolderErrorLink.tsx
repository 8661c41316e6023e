import { Link } from 'react-router-dom'
import { isRootUri, parseUri } from '#src/contract/uri.ts'
import { linkPageHref } from '#src/features/links/visit/link-page-href.ts'
import { SignInLink } from '#src/features/shell/app-shell/VisitorShell.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { buttonClass } from '#src/ui/controls/Button.tsx'

/**
 * A link out of a folder that cannot be read: to the form of sign-in, to the page of the share that asks for its
 * password, or to one's own files.
 */
export function FolderErrorLink({
  uri,
  needs,
}: {
  /** URI of the folder; null where the address names none. */
  uri: string | null
  /** The folder opens once the visitor has given this. */
  needs?: 'password' | 'sign-in' | undefined
}) {
  const { t } = useI18n()
  if (needs === 'sign-in') return <SignInLink variant="primary" />
  const isRoot = uri !== null && isRootUri(uri)
  const { host, id = '', segments = [] } = uri === null ? {} : parseUri(uri)
  if (host === 'share' && (needs || isRoot)) {
    return (
      <Link
        className={buttonClass({ variant: 'primary' })}
        to={linkPageHref(id, needs ? segments : [])}
      >
        {t.files.openLink}
      </Link>
    )
  }
  return isRoot ? null : (
    <Link className={buttonClass({ variant: 'primary' })} to="/files">
      {t.files.goHome}
    </Link>
  )
}
