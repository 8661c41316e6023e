import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { SourceType } from '#src/contract/share.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import { errorText } from '#src/features/errors/error-text.ts'
import { useLinkPassword } from '#src/features/links/visit/link-passwords.ts'
import { visitedLink } from '#src/features/links/visit/visited-link.ts'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { PreferencesFooter } from '#src/features/shell/account/AccountPreferences.tsx'
import { BrandMark } from '#src/features/shell/app-shell/BrandMark.tsx'
import { useDocumentTitle } from '#src/features/shell/use-document-title.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { runtime } from '#src/platform/runtime.ts'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { LinkPasswordForm } from './LinkPasswordForm.tsx'
import { SavedShortcut } from './SavedShortcut.tsx'
import { SharedItem } from './SharedItem.tsx'
import styles from './SharedLinkPage.module.css'

export default function SharedLinkPage() {
  const { id = '' } = useParams()
  return (
    <div className={styles['page']}>
      <header className={styles['brand']}>
        <BrandMark />
        {runtime.title}
      </header>
      <main id="content" tabIndex={-1} className={styles['main']}>
        <div className={styles['panel']}>
          <SharedLink key={id} id={id} />
        </div>
      </main>
      <PreferencesFooter />
    </div>
  )
}

function SharedLink({ id }: { id: string }) {
  const { t } = useI18n()
  const password = useLinkPassword(id)
  /** The folder below the link that somebody came from, or was sent to. */
  const path = useSearchParams()[0].get('path')
  const { data, error, refetch, isFetching } = useQuery(visitedLink.link(id, password))
  const isOpen = data !== undefined && (data.unlocked || !isProtected(data))
  useDocumentTitle(isOpen && data.name ? escapeControlChars(data.name) : t.sharedLink.title)

  if (error && isGone(error)) return <Gone id={id} />
  if (error) {
    const message = errorText(error, t)
    return (
      <>
        <h1 className="sr-only">{t.sharedLink.title}</h1>
        <ErrorState
          title={t.sharedLink.failed}
          text={message.title}
          onRetry={() => void refetch()}
          retrying={isFetching}
          correlationId={message.correlationId}
          {...(message.hint ? { detail: message.hint } : {})}
        />
      </>
    )
  }
  if (!data) return <LoadingShare />
  if (data.expired) return <Gone id={id} />
  if (!isOpen) return <LinkPasswordForm id={id} isWrong={password !== undefined} />
  if (path && data.source_type === SourceType.folder) {
    const folder = path.split('/').filter(Boolean).reduce(childUri, rootUri('share', id))
    return <Navigate replace to={`/files?${new URLSearchParams({ uri: folder }).toString()}`} />
  }
  return <SharedItem link={data} />
}

const isProtected = (link: {
  password_protected?: boolean | undefined
  is_private?: boolean | undefined
  unlocked: boolean
}) => link.password_protected ?? link.is_private ?? !link.unlocked

/** The service rejects a malformed link id as an invalid parameter (40001). */
const isGone = (error: Error) =>
  error instanceof ApiError &&
  (error.code === ErrorCode.notFound || error.code === ErrorCode.invalidParameters)

function Gone({ id }: { id: string }) {
  const { t } = useI18n()
  const isSignedIn = useSessionStatus() === 'active'
  return (
    <EmptyState
      picture="shares"
      text={
        <>
          {/* Within a sentence there can be no h1. */}
          <strong role="heading" aria-level={1} className={styles['goneTitle']}>
            {t.sharedLink.goneTitle}
          </strong>
          {t.sharedLink.goneText}
        </>
      }
      action={isSignedIn && <SavedShortcut linkId={id} />}
    />
  )
}

function LoadingShare() {
  const { t } = useI18n()
  return (
    <div role="progressbar" aria-label={t.common.loading} className={styles['opening']}>
      <Skeleton width={36} height={36} />
      <Skeleton width="70%" height={14} />
      <Skeleton width="45%" />
    </div>
  )
}
