import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QrCode } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { SourceType } from '#src/contract/share.ts'
import { safeHref } from '#src/lib/href.ts'
import { isDead, shareState } from '#src/lib/share-state.ts'
import { formatBytes } from '#src/lib/size.ts'
import { linkOf, type ShareRow } from '#src/queries/share-list.ts'
import { shares } from '#src/queries/shares.ts'
import { Button } from '#src/ui/Button.tsx'
import { later } from '#src/ui/later.ts'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { DetailsPanel, Fact, Facts, Section } from '#src/views/DetailsPanel.tsx'
import { ShareStateChip } from '#src/views/ShareStateChip.tsx'
import { CopyButton } from './CopyButton.tsx'
import { kindOfShare, useDownloadsWords } from './ShareCells.tsx'
import css from './ShareDetails.module.css'
import { ShareGrants } from './ShareGrants.tsx'
import { SharePassword } from './SharePassword.tsx'
import { ShareSource } from './ShareSource.tsx'

const qr = later(() => import('./ShareQr.tsx'), ['shareDetails'])

/** Everything about one link (S5): the link, its state in words, its password masked, who may do what, where it points. */
export default function ShareDetails({
  row,
  isPhone,
  onClose,
}: {
  row: ShareRow | undefined
  isPhone: boolean
  onClose: () => void
}) {
  const { t } = useI18n()
  if (!row) {
    return (
      <DetailsPanel name={t.shares.link} kind="unknown" isPhone={isPhone} onClose={onClose}>
        <p>{t.shareDetails.noState}</p>
      </DetailsPanel>
    )
  }
  return (
    <DetailsPanel name={row.name} kind={kindOfShare(row)} isPhone={isPhone} onClose={onClose}>
      <LinkBox row={row} />
      <ShareFacts row={row} />
      <Section title={t.shares.access.title}>
        <ShareGrants row={row} />
      </Section>
      <Section title={t.shareDetails.source}>
        <ShareSource row={row} />
      </Section>
    </DetailsPanel>
  )
}

function LinkBox({ row }: { row: ShareRow }) {
  const { t } = useI18n()
  const [isQrShown, setQrShown] = useState(false)
  const ShareQr = qr.useCode(isQrShown)?.default
  const link = linkOf(row)
  const href = safeHref(link)
  return (
    <div>
      <div className={css['link']}>
        {href ? (
          <a href={href} target="_blank" rel="noopener noreferrer" dir="ltr">
            {link.replace(/^https?:\/\//, '')}
          </a>
        ) : (
          <span dir="ltr">{link}</span>
        )}
        <CopyButton
          kind="primary"
          text={() => link}
          label={t.shares.copyLink}
          done={t.shares.linkCopied}
        />
      </div>
      <div className={css['more']}>
        {row.password !== null && <CopyWithPassword row={row} />}
        <Button
          small
          aria-expanded={isQrShown}
          icon={<QrCode size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => setQrShown(!isQrShown)}
        >
          {t.shareDetails.qr}
        </Button>
      </div>
      {isQrShown && ShareQr && <ShareQr link={link} name={row.name} />}
    </div>
  )
}

function CopyWithPassword({ row }: { row: ShareRow }) {
  const { t, language } = useI18n()
  return (
    <CopyButton
      small
      label={t.shareDetails.copyWithPassword}
      done={t.shares.copied}
      text={() =>
        t.shareDetails.handOut({
          link: linkOf(row),
          password: row.password,
          expires:
            row.expires === null
              ? null
              : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(
                  row.expires,
                ),
        })
      }
    />
  )
}

function ShareFacts({ row }: { row: ShareRow }) {
  const { t, language } = useI18n()
  const now = useNow()
  const downloads = useDownloadsWords()
  const state = shareState(row, now)
  const { data } = useQuery({ ...shares.detail(row), enabled: !isDead(state) })
  return (
    <Facts>
      <Fact term={t.shares.columns.state}>
        <ShareStateChip state={state} expires={row.expires} />
        <span className={css['why']}>{t.shares.stateHelp[state]}</span>
      </Fact>
      <Fact term={t.shares.columns.expires}>
        {row.expires === null ? (
          t.shareDetails.neverExpires
        ) : (
          <Timestamp at={row.expires} style="exact" />
        )}
      </Fact>
      <Fact term={t.shares.columns.downloads}>{downloads(row)}</Fact>
      <Fact term={t.shares.columns.visits}>{t.common.number(row.visited)}</Fact>
      <Fact term={t.shareDetails.password}>
        {row.password === null ? (
          row.isProtected ? (
            t.common.unknown
          ) : (
            t.shareDetails.noPassword
          )
        ) : (
          <SharePassword password={row.password} />
        )}
      </Fact>
      {row.price !== null && (
        <Fact term={t.shares.columns.price}>{t.common.number(row.price)}</Fact>
      )}
      {row.sourceType === SourceType.folder && (
        <Fact term={t.shareDetails.view}>
          {row.isViewShared ? t.shareDetails.viewShared : t.shareDetails.viewOwn}
        </Fact>
      )}
      {row.sourceType === SourceType.file && data?.size !== undefined && (
        <Fact term={t.shareDetails.size}>{formatBytes(data.size, language)}</Fact>
      )}
      {data?.show_readme && <Fact term={t.shareDetails.readme}>{t.shareDetails.readmeShown}</Fact>}
      <Fact term={t.shares.columns.created}>
        <Timestamp at={row.createdAt} style="exact" />
      </Fact>
      {data?.owner?.nickname && (
        <Fact term={t.shareDetails.owner}>
          <bdi>{data.owner.nickname}</bdi>
        </Fact>
      )}
    </Facts>
  )
}
