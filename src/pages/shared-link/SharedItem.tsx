import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ShareSourceType } from '#src/contract/share.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import { Banner } from '#src/features/errors/Banner.tsx'
import { downloadLinkTarget } from '#src/features/files/downloads/downloads.ts'
import { useLinkPassword } from '#src/features/links/visit/link-passwords.ts'
import { LinkInfoLine } from '#src/features/links/visit/LinkInfoLine.tsx'
import { ownLinks, toOwnFilesUri } from '#src/features/links/visit/own-links.ts'
import { useHasLinkEnded } from '#src/features/links/visit/use-has-link-ended.ts'
import { visitedLink, type LinkAccess } from '#src/features/links/visit/visited-link.ts'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { previewKindOf } from '#src/features/viewer/link/preview-kind.ts'
import { LoadingContents, SharedContents } from '#src/features/viewer/link/SharedContents.tsx'
import type { LinkPageMessages } from '#src/i18n/en/links/link-page.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useLinkPageMessages } from '#src/i18n/parts/link-page-messages.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { maxTextBytes } from '#src/lib/names/plain-text.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { isPaidLink, type LinkRecord } from '#src/lists/rows/link-row.ts'
import { Button, buttonClass } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { GoneLink } from './GoneLink.tsx'
import { OpenSharedFolder } from './OpenSharedFolder.tsx'
import { SharedLinkPanel } from './SharedLinkPanel.tsx'
import styles from './SharedLinkPage.module.css'

const ownerOf = ({ owner }: LinkRecord): string => {
  const name = owner?.nickname || owner?.email
  return name ? displayName(name) : ''
}

/** Whether whoever is here owns the link, and may open it; `refusal` says in words why not. */
function useAccess(link: LinkRecord) {
  const { t } = useI18n()
  const messages = useLinkPageMessages()
  const password = useLinkPassword(link.id)
  const userId = useUserId()
  const { data, isPending, refetch } = useQuery(visitedLink.access(link, password, userId))
  const isOwn = userId !== undefined && link.owner?.id === userId
  const refusal =
    refusalOf(data, ownerOf(link), t, messages) ??
    (isPaidLink(link) && !isOwn && messages.notForSaleHere)
  return {
    access: data,
    isPending,
    isOwn,
    refusal: refusal || undefined,
    lookAgain: () => refetch(),
  }
}

function refusalOf(
  access: LinkAccess | undefined,
  owner: string,
  t: ReturnType<typeof useI18n>['t'],
  messages: LinkPageMessages,
) {
  if (access === 'signIn') return t.errors.notForVisitors
  if (access !== 'refused') return undefined
  return owner ? t.errors.forbiddenBy(owner) : messages.refused
}

/** What a link leads to: a file with its contents; a folder is opened. */
export function SharedItem({ link }: { link: LinkRecord }) {
  const { t } = useI18n()
  const messages = useLinkPageMessages()
  const { access, isPending, isOwn, refusal, lookAgain } = useAccess(link)
  const end = useHasLinkEnded(link.id, { isEnabled: true })
  // Her own link shows its owner the contents as her own file; the line about it says what became of it.
  const hasEnded = !!end && !isOwn
  const isFolder = link.sourceType === ShareSourceType.folder
  const isGone = access === 'gone' || access === 'ended'
  const isOpen = !isPending && refusal === undefined && !isGone
  if (isFolder && isOpen) return <OpenSharedFolder uri={rootUri('share', link.id)} />
  if (isGone)
    return (
      <SharedLinkPanel>
        <GoneLink
          id={link.id}
          owner={link.owner}
          isItemDeleted={access === 'gone'}
          onLookAgain={lookAgain}
        />
      </SharedLinkPanel>
    )
  const isKnown = isFolder || link.sourceType === ShareSourceType.file
  return (
    <>
      <header className={styles['bar']}>
        <FileGlyph kind={isKnown ? kindOfName(link.name, isFolder) : 'unknown'} size={36} />
        <ItemTitle link={link} />
        <AccountLink link={link} isNeeded={access === 'signIn'} />
        {isOpen && isKnown && <DownloadButton link={link} isEnded={hasEnded} />}
      </header>
      <LinkInfoLine
        link={link}
        isRefused={access === 'refused'}
        isItemGone={end === 'itemGone'}
        isUnknown={isPending}
      />
      <main id="content" tabIndex={-1} className={styles['contents']}>
        {hasEnded && (
          <div className={styles['ended']}>
            <Banner variant="info" text={t.sharedLink.endedMeanwhile} />
          </div>
        )}
        {isPending ? (
          <LoadingContents />
        ) : refusal ? (
          <p className={styles['refusal']}>{refusal}</p>
        ) : (
          <>
            {access === 'editable' && !isOwn && (
              <p className={styles['note']}>{messages.canEdit}</p>
            )}
            <ItemContents link={link} isOwn={isOwn} isEnded={hasEnded} />
          </>
        )}
      </main>
    </>
  )
}

function ItemTitle({ link }: { link: LinkRecord }) {
  const { t, language } = useI18n()
  const owner = ownerOf(link)
  const facts = [
    owner && t.sharedLink.sharedBy(owner),
    link.size !== undefined && link.size > 0 && formatBytes(link.size, language),
  ].filter(Boolean)
  return (
    <div className={styles['title']}>
      <h1 tabIndex={-1}>
        <bdi>{escapeControlChars(link.name)}</bdi>
      </h1>
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
    </div>
  )
}

/** A link to one's own links, or for visitors to the form of sign-in and back. */
function AccountLink({ link, isNeeded }: { link: LinkRecord; isNeeded: boolean }) {
  const messages = useLinkPageMessages()
  const status = useSessionStatus()
  if (status === 'active' || status === 'ended')
    return (
      <Link className={buttonClass({ variant: 'quiet' })} to="/shares">
        {messages.goToShares}
      </Link>
    )
  return (
    <Link
      className={buttonClass({ variant: isNeeded ? 'primary' : 'quiet' })}
      to={`/sign-in?to=${encodeURIComponent(`/s/${link.id}`)}`}
    >
      {messages.signIn}
    </Link>
  )
}

/** The contents of a file. Its owner reads them as her own file, which spends no download of the link. */
function ItemContents({
  link,
  isOwn,
  isEnded,
}: {
  link: LinkRecord
  isOwn: boolean
  isEnded: boolean
}) {
  const { t } = useI18n()
  const messages = useLinkPageMessages()
  const status = useSessionStatus()
  const password = useLinkPassword(link.id)
  const userId = useUserId()
  const own = useQuery({
    ...ownLinks.source(link.id, password, userId ?? ''),
    enabled: isOwn,
  })
  const kind = previewKindOf(link)
  const spendsDownload = link.remaining !== null && !isOwn
  // A download is not spent on the first part of a file.
  const isInPart = kind === 'table' && (link.size ?? 0) > maxTextBytes
  if (!kind || (isInPart && spendsDownload))
    return (
      <div className={styles['plain']}>
        <FileGlyph kind={kindOfName(link.name)} size={36} />
        <p>{messages.noPreview(t.kinds[kindOfName(link.name)])}</p>
      </div>
    )
  if (status === 'checking' || (isOwn && own.isPending)) return <LoadingContents />
  const linkUri = childUri(rootUri('share', link.id), link.name)
  const uri = own.data ? toOwnFilesUri(own.data, linkUri) : linkUri
  return (
    <SharedContents
      // Nothing more can be opened then; what has been opened stays.
      link={isEnded ? { ...link, remaining: 0 } : link}
      file={{ id: link.id, uri, name: link.name, size: link.size ?? 0 }}
      kind={kind}
      waits={link.remaining !== null && !own.data}
    />
  )
}

function DownloadButton({ link, isEnded }: { link: LinkRecord; isEnded: boolean }) {
  const messages = useLinkPageMessages()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await downloadLinkTarget(client, link)
    } catch (error) {
      showToast({
        kind: 'failed',
        error: error as Error,
        failureContext: {
          kind: 'notDone',
          operation: { kind: 'download', name: link.name ?? '', count: 1 },
        },
      })
    }
    setBusy(false)
  }
  return (
    <Button
      variant="primary"
      busy={isBusy}
      // It may have the focus.
      aria-disabled={isEnded}
      icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
      onClick={isEnded ? undefined : () => void download()}
    >
      {messages.download}
    </Button>
  )
}
