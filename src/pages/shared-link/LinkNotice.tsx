import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { ShortcutActions } from '#src/features/links/visit/ShortcutActions.tsx'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkPageMessages } from '#src/i18n/parts/link-page-messages.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import type { IllustrationName } from '#src/ui/states/illustrations.tsx'
import { LoadingLink } from './OpenSharedFolder.tsx'
import styles from './SharedLinkPage.module.css'

/** Says that there is nothing to open. `EmptyState` draws its text in a paragraph, which can hold no h1. */
export function LinkNotice({
  picture,
  title,
  text,
  action,
}: {
  picture: IllustrationName
  title: string
  text: string
  action?: ReactNode
}) {
  return (
    <EmptyState
      picture={picture}
      text={
        <>
          <strong role="heading" aria-level={1} tabIndex={-1} className={styles['goneTitle']}>
            {title}
          </strong>
          {text}
        </>
      }
      action={action}
    />
  )
}

/** The service calls an id that no link can have an invalid parameter (40001). */
export function InvalidLinkNotice() {
  const messages = useLinkPageMessages()
  return (
    <LinkNotice picture="search-none" title={messages.mistypedTitle} text={messages.mistypedText} />
  )
}

/** A link that whoever is here may not open, and of which the service tells nothing else. */
export function RefusedLink({ id, refusal }: { id: string; refusal: 'refused' | 'signIn' }) {
  const { t } = useI18n()
  const messages = useLinkPageMessages()
  const status = useSessionStatus()
  const { pathname, search } = useLocation()
  // Another tab may know who is signed in.
  if (status === 'checking') return <LoadingLink />
  return refusal === 'signIn' ? (
    <LinkNotice
      picture="sign-in"
      title={messages.notPublic}
      text={t.errors.notForVisitors}
      action={
        <Link
          className={buttonClass({ variant: 'primary' })}
          to={`/sign-in?${new URLSearchParams({ to: pathname + search }).toString()}`}
        >
          {messages.signIn}
        </Link>
      }
    />
  ) : (
    <LinkNotice
      picture="sign-in"
      title={messages.refusedTitle}
      text={messages.askForAccess}
      action={<ShortcutActions linkId={id} />}
    />
  )
}
