import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { type Share, SourceType } from '#src/contract/share.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import { downloadLink } from '#src/features/files/downloads/start-downloads.ts'
import { useLinkPassword } from '#src/features/links/visit/link-passwords.ts'
import { LinkLine } from '#src/features/links/visit/LinkLine.tsx'
import { landing, type LinkAccess } from '#src/features/links/visit/visited-link.ts'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { previewKindOf } from '#src/features/viewer/link/preview-kind.ts'
import { LoadingContents, SharedContents } from '#src/features/viewer/link/SharedContents.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { Button, buttonClass } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { GoneLink } from './GoneLink.tsx'
import { Panel } from './Panel.tsx'
import styles from './ShareLandingPage.module.css'

const ownerOf = ({ owner }: Share) => escapeControlChars(owner?.nickname || owner?.email || '')

/** Whether whoever is here owns the link, and may open it; `refusal` says in words why not. */
function useAccess(share: Share) {
  const { t } = useI18n()
  const password = useLinkPassword(share.id)
  const userId = useUserId()
  const { data, isPending } = useQuery(landing.access(share, password, userId))
  const isOwn = userId !== undefined && share.owner?.id === userId
  const hasPrice = share.price !== undefined && share.price > 0
  const refusal =
    refusalOf(data, ownerOf(share), t) ?? (hasPrice && !isOwn && t.landing.notForSaleHere)
  return { access: data, isPending, isOwn, refusal: refusal || undefined }
}

function refusalOf(
  access: LinkAccess | undefined,
  owner: string,
  t: ReturnType<typeof useI18n>['t'],
) {
  if (access === 'signIn') return t.errors.notForVisitors
  if (access !== 'refused') return undefined
  return owner ? t.errors.forbiddenBy(owner) : t.landing.refused
}

/** What a link leads to: a file with its contents; a folder is opened. */
export function SharedItem({ share, onRevived }: { share: Share; onRevived: () => void }) {
  const { t } = useI18n()
  const { access, isPending, isOwn, refusal } = useAccess(share)
  const isFolder = share.source_type === SourceType.folder
  const isOpen = !isPending && refusal === undefined && access !== 'gone'
  if (isFolder && isOpen) {
    const folder = new URLSearchParams({ uri: rootUri('share', share.id) })
    return <Navigate replace to={`/files?${folder.toString()}`} />
  }
  if (access === 'gone')
    return (
      <Panel>
        <GoneLink id={share.id} owner={share.owner} onRevived={onRevived} />
      </Panel>
    )
  const isKnown = isFolder || share.source_type === SourceType.file
  return (
    <>
      <header className={styles['bar']}>
        <FileGlyph kind={isKnown ? kindOfName(share.name, isFolder) : 'unknown'} size={36} />
        <ItemTitle share={share} />
        <AccountLink share={share} isNeeded={access === 'signIn'} />
        {isOpen && isKnown && share.remain_downloads !== 0 && <DownloadButton share={share} />}
      </header>
      <LinkLine share={share} isRefused={access === 'refused'} />
      <main id="content" tabIndex={-1} className={styles['contents']}>
        {isPending ? (
          <LoadingContents />
        ) : refusal ? (
          <p className={styles['refusal']}>{refusal}</p>
        ) : (
          <>
            {access === 'editable' && !isOwn && (
              <p className={styles['note']}>{t.landing.canEdit}</p>
            )}
            <ItemContents share={share} isOwn={isOwn} />
          </>
        )}
      </main>
    </>
  )
}

function ItemTitle({ share }: { share: Share }) {
  const { t, language } = useI18n()
  const owner = ownerOf(share)
  const facts = [
    owner && t.landing.sharedBy(owner),
    share.size !== undefined && share.size > 0 && formatBytes(share.size, language),
  ].filter(Boolean)
  return (
    <div className={styles['title']}>
      <h1>
        <bdi>{escapeControlChars(share.name)}</bdi>
      </h1>
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
    </div>
  )
}

/** To one's own links, or for visitors to the form of sign-in and back. */
function AccountLink({ share, isNeeded }: { share: Share; isNeeded: boolean }) {
  const { t } = useI18n()
  const status = useSessionStatus()
  if (status === 'active' || status === 'ended')
    return (
      <Link className={buttonClass({ kind: 'quiet' })} to="/shares">
        {t.landing.goToShares}
      </Link>
    )
  return (
    <Link
      className={buttonClass({ kind: isNeeded ? 'primary' : 'quiet' })}
      to={`/sign-in?to=${encodeURIComponent(`/s/${share.id}`)}`}
    >
      {t.landing.signIn}
    </Link>
  )
}

/** The contents of a file. Its owner reads them as her own file, which spends no download of the link. */
function ItemContents({ share, isOwn }: { share: Share; isOwn: boolean }) {
  const { t } = useI18n()
  const status = useSessionStatus()
  const password = useLinkPassword(share.id)
  const userId = useUserId()
  const own = useQuery({ ...landing.ownSource(share.id, password, userId ?? ''), enabled: isOwn })
  const kind = previewKindOf(share)
  if (!kind)
    return (
      <div className={styles['plain']}>
        <FileGlyph kind={kindOfName(share.name)} size={36} />
        <p>{t.landing.noPreview(t.kinds[kindOfName(share.name)])}</p>
      </div>
    )
  if (status === 'checking' || (isOwn && own.isPending)) return <LoadingContents />
  const uri = own.data ?? childUri(rootUri('share', share.id), share.name)
  return (
    <SharedContents
      share={share}
      file={{ id: share.id, uri, name: share.name }}
      kind={kind}
      waits={share.remain_downloads !== undefined && !own.data}
    />
  )
}

function DownloadButton({ share }: { share: Share }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await downloadLink(client, share, t)
    } catch (error) {
      showToast({
        kind: 'failed',
        error: error as Error,
        about: {
          kind: 'notDone',
          operation: { kind: 'download', name: share.name ?? '', count: 1 },
        },
      })
    }
    setBusy(false)
  }
  return (
    <Button
      kind="primary"
      busy={isBusy}
      icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => void download()}
    >
      {t.landing.download}
    </Button>
  )
}
