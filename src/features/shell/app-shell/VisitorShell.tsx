import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { InvalidUriError, parseUri } from '#src/contract/uri.ts'
import { linkPageHref } from '#src/features/links/visit/link-page-href.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import { useIsOnline } from '#src/platform/use-is-online.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { BrandMark } from './BrandMark.tsx'
import styles from './VisitorShell.module.css'

/** The layout of a shared folder for visitors who are not signed in. */
export function VisitorShell({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  return (
    <div className={styles['appShell']} data-frame="">
      <header className={styles['head']}>
        <BrandMark />
        <b>{runtimeConfig.title}</b>
        {!isOnline && (
          <span role="status" className={styles['notice']}>
            <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" />
            {t.appShell.offline}
          </span>
        )}
        <SignInLink variant="quiet" />
      </header>
      <div className={styles['main']}>{children}</div>
    </div>
  )
}

/** A link to sign in that returns to this folder, through the page of its link. */
export function SignInLink({ variant }: { variant: 'primary' | 'quiet' }) {
  const { t } = useI18n()
  const { search } = useLocation()
  return (
    <Link className={buttonClass({ variant })} to={signInHref(search)}>
      {t.signIn.title}
    </Link>
  )
}

function signInHref(search: string): string {
  const params = new URLSearchParams(search)
  try {
    const { id = '', segments } = parseUri(params.get('uri') ?? '')
    return `/sign-in?to=${encodeURIComponent(linkPageHref(id, segments))}`
  } catch (error) {
    if (error instanceof InvalidUriError) return '/sign-in'
    throw error
  }
}
