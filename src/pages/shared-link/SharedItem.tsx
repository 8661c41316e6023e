import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Share, SourceType } from '#src/contract/share.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import { downloadLink } from '#src/features/files/downloads/start-downloads.ts'
import { useLinkPassword } from '#src/features/links/visit/link-passwords.ts'
import { visitedLink } from '#src/features/links/visit/visited-link.ts'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { parseTime } from '#src/lib/time.ts'
import { Button, buttonClass } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { previewKindOf } from './preview-kind.ts'
import { SavedShortcut } from './SavedShortcut.tsx'
import { SharedContents } from './SharedContents.tsx'
import { SharedReadme } from './SharedReadme.tsx'
import styles from './SharedLinkPage.module.css'

/** The shared file or folder, with actions to browse or download it. */
export function SharedItem({ link }: { link: Share }) {
  const { t, language } = useI18n()
  const status = useSessionStatus()
  const isFolder = link.source_type === SourceType.folder
  const isKnown = isFolder || link.source_type === SourceType.file
  const kind = kindOfName(link.name, isFolder)
  const expires = link.expires ? parseTime(link.expires) : null
  const owner = escapeControlChars(link.owner?.nickname || link.owner?.email || '')
  const left = link.remain_downloads
  const password = useLinkPassword(link.id)
  const userId = useUserId()
  const access = useQuery(visitedLink.access(link, password, userId))
  const isOwn = userId !== undefined && link.owner?.id === userId
  const price = link.price !== undefined && link.price > 0 ? link.price : undefined
  const refusal =
    access.data === 'refused'
      ? owner
        ? t.errors.forbiddenBy(owner)
        : t.sharedLink.refused
      : access.data === 'signIn'
        ? t.errors.notForVisitors
        : price !== undefined && !isOwn
          ? t.sharedLink.notForSaleHere
          : undefined
  const isOpen = !access.isPending && refusal === undefined
  const shown = isOpen && status !== 'checking' ? previewKindOf(link) : undefined
  const waits = isOwn || typeof left === 'number'
  const readme = useQuery({
    ...visitedLink.readme(link, password, userId),
    enabled: isFolder && link.show_readme === true && isOpen && status !== 'checking',
  })
  const hasReadme = isOpen && (readme.error !== null || !!readme.data)
  const signIn = `/sign-in?to=${encodeURIComponent(`/s/${link.id}`)}`
  const folder = new URLSearchParams({ uri: rootUri('share', link.id) })
  const itemContents = shown && (
    <div className={styles['contents']}>
      <SharedContents
        link={link}
        file={{
          id: link.id,
          uri: childUri(rootUri('share', link.id), link.name),
          name: link.name,
        }}
        kind={shown}
        waits={waits}
      />
    </div>
  )
  return (
    <article className={styles['item']} data-shows={hasReadme ? 'markdown' : shown}>
      {shown && shown !== 'markdown' && itemContents}
      <div className={styles['about']}>
        <FileGlyph kind={kind} size={36} />
        <h1>
          <bdi>{escapeControlChars(link.name)}</bdi>
        </h1>
        {owner && <p className={styles['owner']}>{t.sharedLink.sharedBy(owner)}</p>}
        <dl className={styles['facts']}>
          <div>
            <dt>{t.sharedLink.kind}</dt>
            <dd>{isKnown ? t.kinds[kind] : t.kinds.unknown}</dd>
          </div>
          {link.size !== undefined && link.size > 0 && (
            <div>
              <dt>{t.sharedLink.size}</dt>
              <dd>{formatBytes(link.size, language)}</dd>
            </div>
          )}
          <div>
            <dt>{t.sharedLink.expires}</dt>
            <dd>{expires === null ? t.sharedLink.never : <Timestamp at={expires} isDeadline />}</dd>
          </div>
          {price !== undefined && (
            <div>
              <dt>{t.sharedLink.price}</dt>
              <dd>{t.common.number(price)}</dd>
            </div>
          )}
          {typeof left === 'number' && (
            <div>
              <dt>{t.sharedLink.downloadsLeft}</dt>
              <dd>{t.common.number(left)}</dd>
            </div>
          )}
        </dl>
        {access.data === 'editable' && !isOwn && <p>{t.sharedLink.canEdit}</p>}
        {refusal && <p className={styles['refusal']}>{refusal}</p>}
        {isOpen && isFolder && (
          <Link className={buttonClass({ variant: 'primary' })} to={`/files?${folder.toString()}`}>
            {t.sharedLink.browse}
          </Link>
        )}
        {isOpen && isKnown && left !== 0 && (
          // One primary button: that of a folder browses it, that of contents which wait opens them.
          <DownloadButton link={link} isPrimary={!isFolder && !(shown && waits)} />
        )}
        {status === 'active' && userId !== undefined && !isOwn && (
          <SavedShortcut linkId={link.id} {...(access.data !== 'refused' && { link })} />
        )}
        {status === 'active' || status === 'ended' ? (
          <Link className={buttonClass({ variant: 'quiet' })} to="/shares">
            {t.sharedLink.goToShares}
          </Link>
        ) : (
          <Link
            className={buttonClass({ variant: access.data === 'signIn' ? 'primary' : 'quiet' })}
            to={signIn}
          >
            {t.sharedLink.signIn}
          </Link>
        )}
      </div>
      {/* The headings of a text come after that of the page. */}
      {shown === 'markdown' && itemContents}
      {hasReadme && (
        <div className={styles['contents']}>
          <SharedReadme link={link} readme={readme} waits={waits} />
        </div>
      )}
    </article>
  )
}

function DownloadButton({ link, isPrimary }: { link: Share; isPrimary: boolean }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await downloadLink(client, link, t)
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
      variant={isPrimary ? 'primary' : 'default'}
      busy={isBusy}
      icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => void download()}
    >
      {t.sharedLink.download}
    </Button>
  )
}
