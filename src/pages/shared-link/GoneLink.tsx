import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { describeError } from '#src/features/errors/describe-error.ts'
import { isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import { linkStateHelp } from '#src/features/links/state/LinkStateChip.tsx'
import { OwnLinkLine } from '#src/features/links/visit/LinkInfoLine.tsx'
import { OlderLinksUnreadError, ownLinks } from '#src/features/links/visit/own-links.ts'
import { ShortcutActions } from '#src/features/links/visit/ShortcutActions.tsx'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useLinkPageMessages } from '#src/i18n/parts/link-page-messages.ts'
import type { LinkRecord, LinkRow } from '#src/lists/rows/link-row.ts'
import { Button, buttonClass } from '#src/ui/controls/Button.tsx'
import { useFocusTitleAfterRemoval } from '#src/ui/keyboard/use-focus-title-after-removal.ts'
import { useNow } from '#src/ui/use-now.ts'
import { LinkNotice } from './LinkNotice.tsx'
import styles from './SharedLinkPage.module.css'

type LookAgain = () => Promise<{ error: Error | null }>

/** Looks whether a link works by now. Where it does, this page goes, and the focus to the title of the next. */
function CheckAgainButton({ onLookAgain }: { onLookAgain: LookAgain }) {
  const { t } = useI18n()
  const messages = useLinkPageMessages()
  const button = useFocusTitleAfterRemoval<HTMLButtonElement>()
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<string>()
  const check = async () => {
    setBusy(true)
    setAnswer(undefined)
    const { error } = await onLookAgain()
    setAnswer(error ? describeError(error, t).title : messages.stillDead)
    setBusy(false)
  }
  return (
    <>
      <Button ref={button} busy={isBusy} onClick={() => void check()}>
        {messages.checkAgain}
      </Button>
      <span role="status" className={styles['checked']}>
        {answer}
      </span>
    </>
  )
}

/**
 * A dead link, or one that works but for its item, which was deleted. Its owner is told what became of it, and can revive
 * it here.
 */
export function GoneLink({
  id,
  owner,
  isItemDeleted = false,
  lookingAgain,
  onLookAgain,
}: {
  id: string
  owner: LinkRecord['owner']
  isItemDeleted?: boolean
  /** Stands here while it is looked for again though the list says that it works, or once that has failed. */
  lookingAgain?: ReactNode
  onLookAgain: LookAgain
}) {
  const { t, locale } = useI18n()
  const messages = useLinkPageMessages()
  const userId = useUserId()
  const session = useSessionStatus()
  const isSignedIn = session === 'active'
  const {
    data: own,
    isLoading,
    error,
  } = useQuery({
    ...ownLinks.find(id, userId ?? '', owner?.id === userId),
    enabled: isSignedIn && userId !== undefined && (owner?.id === userId || !owner?.id),
  })
  const now = useNow()
  const works = (row: LinkRow) => !isDeadState(linkState(row, now))
  const [found, setFound] = useState<LinkRow>()
  if (own && own !== found) setFound(own)
  if (own !== undefined && found) {
    // The list says of a link into a deleted folder that it is live (docs/protocol.md §5.2).
    const row = isItemDeleted && works(found) ? { ...found, isExpired: true } : found
    const isDeleted = own === null
    return (
      <>
        {(!isDeleted && works(row) && lookingAgain) || (
          <LinkNotice
            picture="shares"
            title={t.sharedLink.goneTitle}
            text={
              isDeleted || works(row)
                ? ''
                : linkStateHelp(linkState(row, now), row.expires, now, t, locale)
            }
            action={
              isDeleted ? (
                <Link className={buttonClass()} to="/shares">
                  {messages.goToShares}
                </Link>
              ) : (
                works(row) && <CheckAgainButton onLookAgain={onLookAgain} />
              )
            }
          />
        )}
        <OwnLinkLine row={row} isDeleted={isDeleted} onEdited={() => void onLookAgain()} />
      </>
    )
  }
  const isOlderUnread = error instanceof OlderLinksUnreadError
  // The share list has all links, and finds this one by its id.
  const inShares = error && (
    <Link className={buttonClass()} to={`/shares?${new URLSearchParams({ q: id }).toString()}`}>
      {messages.goToShares}
    </Link>
  )
  // Its owner must not be told to ask the sender.
  const hasFailed = error !== null && !isOlderUnread
  const isUnknown = isLoading || hasFailed || session === 'checking' || session === 'ended'
  const mayBeOwn = owner?.id ? owner.id === userId : isUnknown
  if (mayBeOwn)
    return <LinkNotice picture="shares" title={t.sharedLink.goneTitle} text="" action={inShares} />
  return (
    <LinkNotice
      picture="shares"
      title={t.sharedLink.goneTitle}
      text={
        isItemDeleted
          ? messages.goneItem(owner?.nickname && displayName(owner.nickname))
          : owner?.nickname
            ? t.sharedLink.goneBy(displayName(owner.nickname))
            : isOlderUnread
              ? messages.goneMaybeOwn
              : t.sharedLink.goneText
      }
      action={
        <>
          {inShares}
          <CheckAgainButton onLookAgain={onLookAgain} />
          {isSignedIn && <ShortcutActions linkId={id} />}
        </>
      }
    />
  )
}
