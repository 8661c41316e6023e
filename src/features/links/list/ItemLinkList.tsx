import { CalendarClock, Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { AccessText } from '#src/features/links/access/AccessText.tsx'
import { EditLinkButton } from '#src/features/links/edit/EditLinkButton.tsx'
import { LazyEditLinkDialog } from '#src/features/links/LazyLinkDialogs.ts'
import {
  isDeadNow,
  isDeadState,
  isExtendable,
  linkState,
} from '#src/features/links/state/link-state.ts'
import { LinkStateChip } from '#src/features/links/state/LinkStateChip.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useItemDetailsMessages } from '#src/i18n/parts/item-details-messages.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { useJobsSelector } from '#src/jobs/store/job-list.ts'
import { type LinkRecord, linkUrlOf, type LinkRow, toLinkRow } from '#src/lists/rows/link-row.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { useCopy } from '#src/ui/copy/use-copy.ts'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { useNow } from '#src/ui/use-now.ts'
import css from './ItemLinkList.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The links to one item, each to be edited, and copied or, where it is dead, extended. */
export function ItemLinkList({ links }: { links: readonly LinkRecord[] }) {
  // Those that wait for Undo are as good as deleted.
  const deletions = useJobsSelector((jobs) => jobs).filter(
    ({ operation }) => operation.kind === 'deleteLinks',
  )
  const kept = links.filter(({ id }) => !deletions.some(({ activeIds }) => activeIds.has(id)))
  const [edited, setEdited] = useState<{ row: LinkRow; isExtending: boolean }>()
  return (
    <>
      <ul className={css['links']}>
        {kept.map((link) => (
          <Link
            key={link.id}
            link={link}
            onEdit={(isExtending) => setEdited({ row: toLinkRow(link), isExtending })}
          />
        ))}
      </ul>
      {edited && <LazyEditLinkDialog {...edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function Link({ link, onEdit }: { link: LinkRecord; onEdit: (isExtending: boolean) => void }) {
  const { t } = useI18n()
  const messages = useItemDetailsMessages()
  const { copied, copy } = useCopy()
  const urlId = useId()
  const row = toLinkRow(link)
  const url = linkUrlOf(row)
  const now = useNow()
  const state = linkState(row, now)
  const isDead = isDeadState(state)
  // One that has expired since this was drawn is extended as well.
  const copyLink = async () => {
    if (isDeadNow(row)) onEdit(true)
    else if (await copy(url)) announce(t.links.linkCopied)
    else showManualCopy(url)
  }
  return (
    <li>
      <span>
        <bdi id={urlId} data-tooltip={url} data-tooltip-if="cut">
          {url.replace(/^https?:\/\//, '')}
        </bdi>
        <small>
          <AccessText row={row} /> · {messages.linkMade}{' '}
          <Timestamp at={link.createdAt} inSentence />
          {state !== 'live' && <LinkStateChip state={state} expires={row.expires} />}
        </small>
      </span>
      <EditLinkButton row={row} urlId={urlId} onClick={() => onEdit(false)} />
      {/* One button, which keeps the focus when a dead link has been extended. */}
      {(!isDead || isExtendable(row, now)) && (
        <IconButton
          small
          name={isDead ? t.links.extend : t.links.copyLink}
          subjectId={urlId}
          icon={
            isDead ? <CalendarClock {...icon} /> : copied ? <Check {...icon} /> : <Copy {...icon} />
          }
          onClick={() => void copyLink()}
        />
      )}
    </li>
  )
}
