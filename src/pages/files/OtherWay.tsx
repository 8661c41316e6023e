import { Link } from 'react-router-dom'
import { SignInLink } from '#src/components/frame/VisitorFrame.tsx'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { buttonClass } from '#src/ui/controls/Button.tsx'

/** The page of a link; once it is open it leads on to the folder below it. */
function linkHref(id: string, segments: readonly string[]): string {
  const path = new URLSearchParams({ path: `/${segments.join('/')}` })
  return segments.length === 0 ? `/s/${id}` : `/s/${id}?${path.toString()}`
}

/**
 * A link out of a folder that cannot be read: to the form of sign-in, to the page of the share that asks for its
 * password, or to one's own files.
 */
export function OtherWay({
  uri,
  needs,
}: {
  /** Null where the address names no folder. */
  uri: string | null
  /** What opens the folder. */
  needs?: 'password' | 'sign-in' | undefined
}) {
  const { t } = useI18n()
  if (needs === 'sign-in') return <SignInLink kind="primary" />
  const isRoot = uri !== null && parentUri(uri) === null
  const { host, id = '', segments = [] } = uri === null ? {} : parseUri(uri)
  if (host === 'share' && (needs || isRoot)) {
    return (
      <Link
        className={buttonClass(needs ? { kind: 'primary' } : {})}
        to={linkHref(id, needs ? segments : [])}
      >
        {t.files.openLink}
      </Link>
    )
  }
  return isRoot ? null : (
    <Link className={buttonClass()} to="/files">
      {t.files.goHome}
    </Link>
  )
}
