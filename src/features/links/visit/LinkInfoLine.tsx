import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ShareSourceType } from '#src/contract/share.ts'
import { files, sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { findShortcut } from '#src/features/file-lists/saved-links.ts'
import { EditLinkButton, ExtendLinkButton } from '#src/features/links/edit/EditLinkButton.tsx'
import { LazyEditLinkDialog } from '#src/features/links/LazyLinkDialogs.ts'
import { isDeadNow } from '#src/features/links/state/link-state.ts'
import { LinkStateLine } from '#src/features/links/state/LinkStateLine.tsx'
import { ownLinks } from '#src/features/links/visit/own-links.ts'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { keys } from '#src/lists/keys.ts'
import { usePagedList } from '#src/lists/loading/paged-lists.ts'
import {
  isPaidLink,
  type LinkRecord,
  type LinkRow,
  linkUrlOf,
  toLinkRow,
} from '#src/lists/rows/link-row.ts'
import { CopyButton } from '#src/ui/copy/CopyButton.tsx'
import { copyText } from '#src/ui/copy/use-copy.ts'
import { useFocusTitleAfterRemoval } from '#src/ui/keyboard/use-focus-title-after-removal.ts'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { ShortcutActions } from './ShortcutActions.tsx'
import css from './LinkInfoLine.module.css'

/**
 * It tells of the link that one is at: its owner, its state and what can be done about it; others, when it ends, what
 * is left of its downloads and whether it costs something.
 */
export function LinkInfoLine({
  link,
  isRefused = false,
  isItemGone = false,
  isUnknown,
}: {
  link: LinkRecord
  isRefused?: boolean
  /** Whether it works but for its item, whose folder was deleted. */
  isItemGone?: boolean
  /** Whether its item may be gone. */
  isUnknown?: boolean | undefined
}) {
  const userId = useUserId()
  const isOwn = userId !== undefined && link.owner?.id === userId
  const own = useQuery({
    ...ownLinks.find(link.id, userId ?? '', isOwn),
    enabled: isOwn,
    // It works: what is known from when it was dead is out of date.
    refetchOnMount: 'always',
  })
  const [found, setFound] = useState<LinkRow>()
  if (own.data && own.data !== found) setFound(own.data)
  if (!isOwn) return <VisitedLinkLine link={link} isRefused={isRefused} />
  const isDeleted = found !== undefined && own.data === null
  const row = found ?? toLinkRow(link)
  return (
    <OwnLinkLine
      // The service says of a link into a deleted folder that it works (docs/protocol.md §5.2).
      row={isItemGone ? { ...row, isExpired: true } : row}
      isDeleted={isDeleted}
      isUnknown={isUnknown}
    />
  )
}

/** Copies a dead link: the message about it does not look like a success (S17). False for one that works. */
function copyIfDead(row: LinkRow): boolean {
  if (!isDeadNow(row)) return false
  const url = linkUrlOf(row)
  void copyText(url).then((isCopied) =>
    isCopied
      ? showToast({ kind: 'done', key: 'copiedDead', values: { count: 1, dead: 1 } })
      : showManualCopy(url),
  )
  return true
}

/** One's own link: its state, and how to extend, edit and copy it. A form that is open stays so when it is deleted. */
export function OwnLinkLine({
  row,
  isDeleted = false,
  isUnknown,
  onEdited,
}: {
  row: LinkRow
  isDeleted?: boolean
  /** Whether nothing can be said of its state yet. */
  isUnknown?: boolean | undefined
  onEdited?: () => void
}) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [form, setForm] = useState<'edit' | 'extend'>()
  const close = () => {
    setForm(undefined)
    // The item of the link may be back, too.
    for (const queryKey of [keys.links.owns(row.id), keys.links.accesses(row.id)])
      void client.invalidateQueries({ queryKey })
    onEdited?.()
  }
  return (
    <section className={css['line']} aria-label={t.sharedLink.yours}>
      <b>{t.sharedLink.yours}</b>
      {/* Always there: screen readers do not announce text that comes together with its live region. */}
      <span role="status" className={css['deleted']}>
        {isDeleted && t.sharedLink.deleted}
      </span>
      {!isDeleted && (
        <>
          {!isUnknown && <LinkStateLine row={row} />}
          <span className={css['fact']}>{t.links.visits(row.visited)}</span>
          {isPaidLink(row) && <span className={css['fact']}>{t.sharedLink.paid}</span>}
          <span className={css['gap']} />
          <OwnLinkActions row={row} onForm={setForm} />
        </>
      )}
      {form && <LazyEditLinkDialog row={row} isExtending={form === 'extend'} onClose={close} />}
    </section>
  )
}

function OwnLinkActions({
  row,
  onForm,
}: {
  row: LinkRow
  onForm: (form: 'edit' | 'extend') => void
}) {
  const { t } = useI18n()
  const ref = useFocusTitleAfterRemoval<HTMLDivElement>()
  return (
    <div ref={ref} className={css['actions']}>
      <ExtendLinkButton row={row} onClick={() => onForm('extend')} />
      <EditLinkButton row={row} onClick={() => onForm('edit')} />
      <CopyButton
        label={t.links.copyLink}
        done={t.links.linkCopied}
        text={() => linkUrlOf(row)}
        onRefused={showManualCopy}
        copyOtherwise={() => copyIfDead(row)}
      />
    </div>
  )
}

function VisitedLinkLine({ link, isRefused }: { link: LinkRecord; isRefused: boolean }) {
  const { t } = useI18n()
  const isSignedIn = useSessionStatus() === 'active'
  const { expires, remaining: left } = link
  const costs = isPaidLink(link)
  const { list } = usePagedList({ ...files.list(sharedWithMeUri), enabled: isSignedIn })
  // A shortcut to a link that one may not open can only be removed.
  const isSaved = list && findShortcut(list, link.id) !== undefined
  const hasActions = isSignedIn && (isSaved || (!isRefused && list?.loadState.at === 'complete'))
  if (!hasActions && expires === null && left === null && !costs) return null
  return (
    <section className={css['line']} aria-label={t.sharedLink.title}>
      {(expires !== null || left !== null) && (
        <dl>
          {expires !== null && (
            <div>
              <dt>{t.sharedLink.expires}</dt>
              <dd>
                <Timestamp at={expires} isDeadline />
              </dd>
            </div>
          )}
          {left !== null && (
            <div>
              <dt>{t.sharedLink.downloadsLeft}</dt>
              <dd>{t.common.number(left)}</dd>
            </div>
          )}
        </dl>
      )}
      {costs && <span className={css['fact']}>{t.sharedLink.paid}</span>}
      {left !== null && link.sourceType === ShareSourceType.folder && (
        <span className={css['fact']}>{t.sharedLink.openingCounts}</span>
      )}
      <span className={css['gap']} />
      {hasActions && <ShortcutActions linkId={link.id} {...(!isRefused && { link })} />}
    </section>
  )
}
