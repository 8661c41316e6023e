import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Share, SourceType } from '#src/contract/share.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import { downloadLink } from '#src/features/files/downloads/start-downloads.ts'
import { useLinkPassword } from '#src/features/links/visit/link-passwords.ts'
import { landing } from '#src/features/links/visit/visited-link.ts'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { parseTime } from '#src/lib/time.ts'
import { Button, buttonClass } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { previewKindOf } from './preview-kind.ts'
import { SavedShortcut } from './SavedShortcut.tsx'
import { SharedContents } from './SharedContents.tsx'
import { SharedReadme } from './SharedReadme.tsx'
import styles from './ShareLandingPage.module.css'

/** The shared file or folder, with actions to browse or download it. */
export function SharedItem({ share }: { share: Share }) {
  const { t, language } = useI18n()
  const status = useSessionStatus()
  const isFolder = share.source_type === SourceType.folder
  const isKnown = isFolder || share.source_type === SourceType.file
  const kind = kindOfName(share.name, isFolder)
  const expires = share.expires ? parseTime(share.expires) : null
  const owner = escapeControlChars(share.owner?.nickname || share.owner?.email || '')
  const left = share.remain_downloads
  const password = useLinkPassword(share.id)
  const userId = useUserId()
  const access = useQuery(landing.access(share, password, userId))
  const isOwn = userId !== undefined && share.owner?.id === userId
  const price = share.price !== undefined && share.price > 0 ? share.price : undefined
  const refusal =
    access.data === 'refused'
      ? owner
        ? t.errors.forbiddenBy(owner)
        : t.landing.refused
      : access.data === 'signIn'
        ? t.errors.notForVisitors
        : price !== undefined && !isOwn
          ? t.landing.notForSaleHere
          : undefined
  const isOpen = !access.isPending && refusal === undefined
  const shown = isOpen && status !== 'checking' ? previewKindOf(share) : undefined
  const waits = isOwn || typeof left === 'number'
  const readme = useQuery({
    ...landing.readme(share, password, userId),
    enabled: isFolder && share.show_readme === true && isOpen && status !== 'checking',
  })
  const hasReadme = isOpen && (readme.error !== null || !!readme.data)
  const signIn = `/sign-in?to=${encodeURIComponent(`/s/${share.id}`)}`
  const folder = new URLSearchParams({ uri: rootUri('share', share.id) })
  const itemContents = shown && (
    <div className={styles['contents']}>
      <SharedContents
        share={share}
        file={{
          id: share.id,
          uri: childUri(rootUri('share', share.id), share.name),
          name: share.name,
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
          <bdi>{escapeControlChars(share.name)}</bdi>
        </h1>
        {owner && <p className={styles['owner']}>{t.landing.sharedBy(owner)}</p>}
        <dl className={styles['facts']}>
          <div>
            <dt>{t.landing.kind}</dt>
            <dd>{isKnown ? t.kinds[kind] : t.kinds.unknown}</dd>
          </div>
          {share.size !== undefined && share.size > 0 && (
            <div>
              <dt>{t.landing.size}</dt>
              <dd>{formatBytes(share.size, language)}</dd>
            </div>
          )}
          <div>
            <dt>{t.landing.expires}</dt>
            <dd>{expires === null ? t.landing.never : <Timestamp at={expires} isDeadline />}</dd>
          </div>
          {price !== undefined && (
            <div>
              <dt>{t.landing.price}</dt>
              <dd>{t.common.number(price)}</dd>
            </div>
          )}
          {typeof left === 'number' && (
            <div>
              <dt>{t.landing.downloadsLeft}</dt>
              <dd>{t.common.number(left)}</dd>
            </div>
          )}
        </dl>
        {access.data === 'editable' && !isOwn && <p>{t.landing.canEdit}</p>}
        {refusal && <p className={styles['refusal']}>{refusal}</p>}
        {isOpen && isFolder && (
          <Link className={buttonClass({ kind: 'primary' })} to={`/files?${folder.toString()}`}>
            {t.landing.browse}
          </Link>
        )}
        {isOpen && isKnown && left !== 0 && (
          // One primary button: that of a folder browses it, that of contents which wait opens them.
          <DownloadButton share={share} isPrimary={!isFolder && !(shown && waits)} />
        )}
        {status === 'active' && userId !== undefined && !isOwn && (
          <SavedShortcut link={share.id} {...(access.data !== 'refused' && { share })} />
        )}
        {status === 'active' || status === 'ended' ? (
          <Link className={buttonClass({ kind: 'quiet' })} to="/shares">
            {t.landing.goToShares}
          </Link>
        ) : (
          <Link
            className={buttonClass({ kind: access.data === 'signIn' ? 'primary' : 'quiet' })}
            to={signIn}
          >
            {t.landing.signIn}
          </Link>
        )}
      </div>
      {/* The headings of a text come after that of the page. */}
      {shown === 'markdown' && itemContents}
      {hasReadme && (
        <div className={styles['contents']}>
          <SharedReadme share={share} readme={readme} waits={waits} />
        </div>
      )}
    </article>
  )
}

function DownloadButton({ share, isPrimary }: { share: Share; isPrimary: boolean }) {
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
      kind={isPrimary ? 'primary' : 'default'}
      busy={isBusy}
      icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => void download()}
    >
      {t.landing.download}
    </Button>
  )
}
