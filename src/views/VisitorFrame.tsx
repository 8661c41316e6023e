import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { InvalidUriError, parseUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { runtime } from '#src/lib/runtime.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Link } from '#src/ui/Link.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useIsOnline } from './frame-online.ts'
import { FrameMark } from './FrameMark.tsx'
import { useFocusOnPage } from './use-focus-on-page.ts'
import styles from './VisitorFrame.module.css'

/** What stands around a shared folder for somebody who is not signed in. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  useFocusOnPage()
  return (
    <div className={styles['frame']} data-frame="">
      <header className={styles['head']}>
        <FrameMark />
        <b>{runtime.title}</b>
        {!isOnline && (
          <span role="status" className={styles['notice']}>
            <Icon name="offline" />
            {t.frame.offline}
          </span>
        )}
        <SignInLink kind="quiet" />
      </header>
      <div className={styles['main']}>{children}</div>
      <LiveRegion />
    </div>
  )
}

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
