import { useLocation } from 'react-router-dom'
import { InvalidUriError, parseUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { buttonClass } from '#src/ui/Button.tsx'
import { Link } from '#src/ui/Link.tsx'

/** The way to sign in, and back to the link through which one came. */
export function SignInLink({ kind }: { kind?: 'quiet' }) {
  const { t } = useI18n()
  const { search } = useLocation()
  return (
    <Link className={buttonClass(kind ? { kind } : {})} to={signInHref(search)}>
      {t.signIn.title}
    </Link>
  )
}

function signInHref(search: string): string {
  const params = new URLSearchParams(search)
  try {
    const { id = '' } = parseUri(params.get('uri') ?? '')
    return `/sign-in?to=${encodeURIComponent(`/s/${id}`)}`
  } catch (error) {
    if (error instanceof InvalidUriError) return '/sign-in'
    throw error
  }
}
