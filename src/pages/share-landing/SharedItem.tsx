import { type Share, SourceType } from '#src/contract/share.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { kindOfName } from '#src/lib/names.ts'
import { formatBytes } from '#src/lib/size.ts'
import { parseTime } from '#src/lib/time.ts'
import { useSessionStatus } from '#src/stores/session.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { Link } from '#src/ui/Link.tsx'
import styles from './ShareLandingPage.module.css'

/** What a link leads to, and the way to it. */
export function SharedItem({ share }: { share: Share }) {
  const { t, language } = useI18n()
  const status = useSessionStatus()
  const isFolder = share.source_type === SourceType.folder
  const isKnown = isFolder || share.source_type === SourceType.file
  const kind = kindOfName(share.name, isFolder)
  const expires = share.expires ? parseTime(share.expires) : null
  const owner = visibleText(share.owner?.nickname || share.owner?.email || '')
  const signIn = `/sign-in?to=${encodeURIComponent(`/s/${share.id}`)}`
  return (
    <article className={styles['item']}>
      <FileGlyph kind={kind} size={36} />
      <h1>
        <bdi>{visibleText(share.name)}</bdi>
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
          <dd>{expires === null ? t.times.never : <Timestamp at={expires} />}</dd>
        </div>
      </dl>
      {status === 'active' || status === 'ended' ? (
        <Link className={buttonClass({ kind: 'primary' })} to="/shares">
          {t.landing.goToShares}
        </Link>
      ) : (
        <Link className={buttonClass({ kind: 'primary' })} to={signIn}>
          {t.landing.signInToOpen}
        </Link>
      )}
    </article>
  )
}
