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
import styles from './VisitorFrame.module.css'

/** The way to sign in, and back to the link through which one came. */
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

/** What stands around a shared folder for somebody who is not signed in. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const { search } = useLocation()
  const isOnline = useIsOnline()
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
        <Link className={buttonClass({ kind: 'quiet' })} to={signInHref(search)}>
          {t.signIn.title}
        </Link>
      </header>
      <div className={styles['main']}>{children}</div>
      <LiveRegion />
    </div>
  )
}
