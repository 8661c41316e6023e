import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { useDocumentTitle } from '#src/features/shell/use-document-title.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLegacyUrlMessages } from '#src/i18n/parts/legacy-url-messages.ts'
import { classicFrontEndLink } from '#src/platform/deployment/classic-front-end.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { hrefForLegacyHomeUrl } from './home-url.ts'
import { unsupportedFeatureOfPath } from './unsupported-features.ts'

/** The page of every address that is not one of ours: some lead on, what Latchkey does not have is named. */
export default function LegacyUrlPage() {
  const { pathname, search } = useLocation()
  // The target is found once: it depends on passwords that are known, which may change while the page is left.
  const [target] = useState(() => targetOf(pathname, search))
  return target === undefined ? (
    <Nothing pathname={pathname} search={search} />
  ) : (
    <Navigate replace to={target} />
  )
}

/** Where an address of the public server's own front end leads; undefined for all others. */
function targetOf(path: string, search: string): string | undefined {
  const pathname = path.replace(/\/+$/, '')
  if (pathname === '/home') return hrefForLegacyHomeUrl(new URLSearchParams(search))
  if (pathname === '/settings') return '/account'
  if (pathname === '/connect') return '/account#network-drives'
  return pathname === '/session' || pathname === '/login' ? '/sign-in' : undefined
}

function Nothing({ pathname, search }: { pathname: string; search: string }) {
  const { t } = useI18n()
  const messages = useLegacyUrlMessages()
  const topic = unsupportedFeatureOfPath(pathname)
  const classic = topic && classicFrontEndLink(pathname, search)
  const title = topic ? messages.title : messages.notFoundTitle
  useDocumentTitle(title)
  return (
    <main>
      <EmptyState
        picture="search-none"
        text={
          <>
            <strong>{title}</strong>
            <br />
            {topic ? messages[topic] : messages.notFoundText}
          </>
        }
        action={
          <>
            {classic && (
              <a
                className={buttonClass({ variant: 'primary' })}
                href={classic.href}
                rel="noopener noreferrer"
              >
                {t.account.openIn(classic.host)}
              </a>
            )}
            <Link className={buttonClass()} to="/shares">
              {t.appShell.goToShares}
            </Link>
          </>
        }
      />
    </main>
  )
}
