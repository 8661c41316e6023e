import { useQuery } from '@tanstack/react-query'
import { QrCode, Share } from 'lucide-react'
import { useState } from 'react'
import { ShareSourceType } from '#src/contract/share.ts'
import { AccessText } from '#src/features/links/access/AccessText.tsx'
import { EditLinkButton, ExtendLinkButton } from '#src/features/links/edit/EditLinkButton.tsx'
import { fileKindOfLink } from '#src/features/links/link-kind.ts'
import { links } from '#src/features/links/links.ts'
import { isDeadNow, isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import { LinkStateChip, linkStateHelp } from '#src/features/links/state/LinkStateChip.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkFactsMessages } from '#src/i18n/parts/link-facts-messages.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { safeHttpHref } from '#src/lib/href.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { linkUrlOf, type LinkRow } from '#src/lists/rows/link-row.ts'
import { useDownloadsText } from '#src/pages/shares/cells/use-downloads-text.ts'
import type { RunLinkCommand } from '#src/pages/shares/commands/commands.ts'
import { linksAsMessageText } from '#src/pages/shares/copy/link-text.ts'
import { Button, type ButtonVariant } from '#src/ui/controls/Button.tsx'
import { CopyButton } from '#src/ui/copy/CopyButton.tsx'
import { hasShareSheet, openShareSheet } from '#src/ui/copy/share-sheet.ts'
import {
  DetailsPanel,
  DescriptionItem,
  DescriptionList,
  Section,
} from '#src/ui/details/DetailsPanel.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { LinkGrants } from './LinkGrants.tsx'
import { LinkPassword } from './LinkPassword.tsx'
import { LinkSourceDetails } from './LinkSource.tsx'
import css from './LinkDetails.module.css'

const LinkQr = lazyWhenOpened(async () => (await import('./LinkQr.tsx')).LinkQr)

/** The details of one link (S5): URL, state, masked password, permissions, source. */
export function LinkDetails({
  row,
  isPhone,
  selectedCount,
  onClose,
  run,
}: {
  row: LinkRow | undefined
  isPhone: boolean
  /** How many links are selected. With several, the selection bar has the primary button. */
  selectedCount: number
  onClose: () => void
  run: RunLinkCommand
}) {
  const { t } = useI18n()
  const messages = useLinkFactsMessages()
  return (
    <DetailsPanel
      name={row?.name ?? t.files.link}
      kind={row ? fileKindOfLink(row) : 'unknown'}
      isPhone={isPhone}
      onClose={onClose}
      actions={
        row && (
          <Button variant="danger" onClick={() => run('delete', [row])}>
            {t.linkActions.deleteLink}
          </Button>
        )
      }
    >
      {row ? (
        <>
          <LinkBox row={row} variant={selectedCount > 1 ? 'default' : 'primary'} run={run} />
          <LinkFacts row={row} run={run} />
          <Section title={t.links.access.title}>
            <p className={css['access']}>
              <AccessText row={row} />
            </p>
            <LinkGrants row={row} />
          </Section>
          <Section title={messages.source}>
            <LinkSourceDetails row={row} />
          </Section>
        </>
      ) : (
        <p>{messages.noState}</p>
      )}
    </DetailsPanel>
  )
}

function LinkBox({
  row,
  variant,
  run,
}: {
  row: LinkRow
  variant: ButtonVariant
  run: RunLinkCommand
}) {
  const { t, locale } = useI18n()
  const messages = useLinkFactsMessages()
  const [isQrShown, setQrShown] = useState(false)
  const isDead = isDeadState(linkState(row, useNow()))
  const link = linkUrlOf(row)
  const href = safeHttpHref(link)
  /** The command asks first. */
  const askIfDead = (command: 'copyLink' | 'copyWithPassword') => {
    const asks = isDeadNow(row)
    if (asks) run(command, [row])
    return asks
  }
  const send = async () => {
    if (!askIfDead('copyLink') && !(await openShareSheet({ title: row.name, url: link })))
      run('copyLink', [row])
  }
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
          variant={isDead ? 'default' : variant}
          text={() => link}
          label={t.links.copyLink}
          done={t.links.linkCopied}
          onRefused={showManualCopy}
          copyOtherwise={() => askIfDead('copyLink')}
        />
      </div>
      <div className={css['more']}>
        <EditLinkButton row={row} onClick={() => run('edit', [row])} />
        {row.password !== null && (
          <CopyButton
            label={t.linkDetails.copyWithPassword}
            done={t.links.copied}
            text={() => linksAsMessageText([row], t, locale)}
            onRefused={showManualCopy}
            copyOtherwise={() => askIfDead('copyWithPassword')}
          />
        )}
        {!isDead && hasShareSheet() && (
          <Button
            small
            icon={<Share size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => void send()}
          >
            {t.linkActions.send}
          </Button>
        )}
        <Button
          small
          aria-expanded={isQrShown}
          icon={<QrCode size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => setQrShown(!isQrShown)}
        >
          {messages.qr}
        </Button>
      </div>
      {isQrShown && <LinkQr link={link} name={row.name} />}
    </div>
  )
}

function LinkFacts({ row, run }: { row: LinkRow; run: RunLinkCommand }) {
  const { t, language, locale } = useI18n()
  const messages = useLinkFactsMessages()
  const now = useNow()
  const downloads = useDownloadsText()
  const state = linkState(row, now)
  const { data } = useQuery({ ...links.detail(row), enabled: !isDeadState(state) })
  return (
    <DescriptionList>
      <DescriptionItem term={t.links.columns.state}>
        <LinkStateChip state={state} expires={row.expires} />
        <span className={css['why']}>{linkStateHelp(state, row.expires, now, t, locale)}</span>
        <ExtendLinkButton row={row} onClick={() => run('extend', [row])} />
      </DescriptionItem>
      <DescriptionItem term={t.sharedLink.expires}>
        {row.expires === null ? (
          t.linkDetails.neverExpires
        ) : (
          <Timestamp at={row.expires} style="exact" />
        )}
      </DescriptionItem>
      <DescriptionItem term={t.links.columns.downloads}>{downloads(row)}</DescriptionItem>
      <DescriptionItem term={t.links.columns.visits}>
        {t.common.number(row.visited)}
      </DescriptionItem>
      <DescriptionItem term={t.linkDetails.password}>
        {row.password === null ? (
          row.isProtected ? (
            t.common.unknown
          ) : (
            messages.noPassword
          )
        ) : (
          <LinkPassword password={row.password} />
        )}
      </DescriptionItem>
      {row.sourceType === ShareSourceType.folder && (
        <DescriptionItem term={messages.view}>
          {row.isViewShared ? t.linkDetails.viewShared : t.linkDetails.viewOwn}
        </DescriptionItem>
      )}
      {row.sourceType === ShareSourceType.file && data?.size !== undefined && (
        <DescriptionItem term={messages.size}>{formatBytes(data.size, language)}</DescriptionItem>
      )}
      {data?.showsReadme && (
        <DescriptionItem term={t.linkDetails.readme}>{t.linkDetails.readmeShown}</DescriptionItem>
      )}
      <DescriptionItem term={t.links.columns.created}>
        <Timestamp at={row.createdAt} style="exact" />
      </DescriptionItem>
      {data?.owner?.nickname && (
        <DescriptionItem term={messages.owner}>
          <bdi>{escapeControlChars(data.owner.nickname)}</bdi>
        </DescriptionItem>
      )}
    </DescriptionList>
  )
}
