import { useQuery } from '@tanstack/react-query'
import { matchPath, useLocation } from 'react-router-dom'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { decoded } from '#src/lib/decoded.ts'
import { visibleText } from '#src/lib/display.ts'
import { runtime } from '#src/lib/runtime.ts'
import { landing } from '#src/queries/landing.ts'
import { useSharePassword } from '#src/stores/share-passwords.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorFace } from '#src/ui/ErrorFace.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { errorWords } from '#src/views/error-words.ts'
import { LanguageChoice, ThemeChoice } from '#src/views/AccountPreferences.tsx'
import { FrameMark } from '#src/views/FrameMark.tsx'
import { useDocumentTitle } from '#src/views/frame-title.ts'
import { useFocusOnPage } from '#src/views/use-focus-on-page.ts'
import { SharedItem } from './SharedItem.tsx'
import { SharePasswordForm } from './SharePasswordForm.tsx'
import styles from './ShareLandingPage.module.css'

export default function ShareLandingPage() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const id = decoded(matchPath('/s/:id', pathname)?.params.id ?? '')
  useFocusOnPage()
  return (
    <div className={styles['page']}>
      <header className={styles['brand']}>
        <FrameMark />
        {runtime.title}
      </header>
      <main id="content" tabIndex={-1} className={styles['main']}>
        <div className={styles['panel']}>
          <SharedLink key={id} id={id} />
        </div>
      </main>
      <footer className={styles['foot']} aria-label={t.signIn.preferences}>
        <LanguageChoice quiet />
        <ThemeChoice quiet />
      </footer>
    </div>
  )
}

function SharedLink({ id }: { id: string }) {
  const { t } = useI18n()
  const password = useSharePassword(id)
  const { data, error, refetch, isFetching } = useQuery(landing.link(id, password))
  const isOpen = data !== undefined && (data.unlocked || !isProtected(data))
  useDocumentTitle(isOpen && data.name ? visibleText(data.name) : t.landing.title)

  if (error && isGone(error)) return <Gone />
  if (error) {
    const words = errorWords(error, t)
    return (
      <ErrorFace
        title={t.landing.failed}
        text={words.title}
        onRetry={() => void refetch()}
        retrying={isFetching}
        correlationId={words.correlationId}
        {...(words.hint ? { detail: words.hint } : {})}
      />
    )
  }
  if (!data) return <Opening />
  if (data.expired) return <Gone />
  if (!isOpen) return <SharePasswordForm id={id} isWrong={password !== undefined} />
  return <SharedItem share={data} />
}

const isProtected = (share: {
  password_protected?: boolean | undefined
  is_private?: boolean | undefined
  unlocked: boolean
}) => share.password_protected ?? share.is_private ?? !share.unlocked

/** 40001 is an address that cannot be anybody's link. */
const isGone = (error: Error) =>
  error instanceof ApiError &&
  (error.code === Code.notFound || error.code === Code.invalidParameters)

function Gone() {
  const { t } = useI18n()
  return (
    <EmptyState
      picture="shares"
      text={
        <>
          <strong className={styles['goneTitle']}>{t.landing.goneTitle}</strong>
          {t.landing.goneText}
        </>
      }
    />
  )
}

function Opening() {
  const { t } = useI18n()
  return (
    <div role="progressbar" aria-label={t.common.loading} className={styles['opening']}>
      <Skeleton width={36} height={36} />
      <Skeleton width="70%" height={14} />
      <Skeleton width="45%" />
    </div>
  )
}
