import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { ShareSourceType } from '#src/contract/share.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import { LoadErrorState } from '#src/features/errors/LoadErrorState.tsx'
import { useLinkPassword } from '#src/features/links/visit/link-passwords.ts'
import { ownLinks } from '#src/features/links/visit/own-links.ts'
import { linkRefusalOf } from '#src/features/links/visit/visited-link.ts'
import { useUndoHotkey } from '#src/features/list-page/use-undo-hotkey.ts'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { PreferencesFooter } from '#src/features/shell/account/AccountPreferences.tsx'
import { useDocumentTitle } from '#src/features/shell/use-document-title.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkPageMessages } from '#src/i18n/parts/link-page-messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { GoneLink } from './GoneLink.tsx'
import { InvalidLinkNotice, RefusedLink } from './LinkNotice.tsx'
import { LinkPasswordForm } from './LinkPasswordForm.tsx'
import { LoadingLink, OpenSharedFolder } from './OpenSharedFolder.tsx'
import { SharedItem } from './SharedItem.tsx'
import { SharedLinkPanel } from './SharedLinkPanel.tsx'
import { useVisitedLink } from './use-visited-link.ts'
import styles from './SharedLinkPage.module.css'

export default function SharedLinkPage() {
  const { id = '' } = useParams()
  useUndoHotkey()
  return (
    <div className={styles['page']}>
      {id === '' ? (
        <SharedLinkPanel>
          <InvalidLinkNotice />
        </SharedLinkPanel>
      ) : (
        <SharedLink key={id} id={id} />
      )}
      <PreferencesFooter />
    </div>
  )
}

function SharedLink({ id }: { id: string }) {
  const { t } = useI18n()
  const password = useLinkPassword(id)
  /** The folder below the link that somebody came from, or was sent to. */
  const path = useSearchParams()[0].get('path')
  const { data, error, refetch, isFetching } = useVisitedLink(id)
  const refusal = linkRefusalOf(error)
  const isOpen = !!data && !data.isExpired && (data.isUnlocked || data.isProtected === false)
  const userId = useUserId()
  const status = useSessionStatus()
  const unlocking = useQuery({
    ...ownLinks.unlock(id, userId ?? ''),
    enabled: !!data && !isOpen && !data.isExpired && status === 'active',
  })
  useDocumentTitle(isOpen && data.name ? escapeControlChars(data.name) : t.sharedLink.title)

  if (!isOpen) {
    return (
      <SharedLinkPanel>
        {hasErrorCode(error, ErrorCode.invalidParameters) ? (
          <InvalidLinkNotice />
        ) : data === null || data?.isExpired ? (
          <GoneLink
            id={id}
            owner={data?.owner}
            lookingAgain={
              isFetching ? (
                <LoadingLink />
              ) : (
                error && <Failed error={error} onRetry={() => void refetch()} isFetching={false} />
              )
            }
            onLookAgain={() => refetch({ cancelRefetch: false })}
          />
        ) : refusal && !data ? (
          <RefusedLink id={id} refusal={refusal} />
        ) : error && !data ? (
          <Failed error={error} onRetry={() => void refetch()} isFetching={isFetching} />
        ) : data && status !== 'checking' && !unlocking.isLoading && !unlocking.data ? (
          <LinkPasswordForm id={id} wrong={password} failure={error} onAskAgain={() => refetch()} />
        ) : (
          <LoadingLink />
        )}
      </SharedLinkPanel>
    )
  }
  if (path && data.sourceType === ShareSourceType.folder) {
    const folder = path.split('/').filter(Boolean).reduce(childUri, rootUri('share', id))
    return <OpenSharedFolder uri={folder} />
  }
  return <SharedItem link={data} />
}

function Failed({
  error,
  onRetry,
  isFetching,
}: {
  error: Error
  onRetry: () => void
  isFetching: boolean
}) {
  const { t } = useI18n()
  const messages = useLinkPageMessages()
  return (
    <>
      <h1 className="sr-only">{t.sharedLink.title}</h1>
      <LoadErrorState
        title={messages.failed}
        error={error}
        isFetching={isFetching}
        onRetry={onRetry}
      />
    </>
  )
}
