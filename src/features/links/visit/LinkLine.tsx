import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Share, SourceType } from '#src/contract/share.ts'
import { CopyButton } from '#src/features/links/CopyButton.tsx'
import { EditLinkButton, ExtendLinkButton } from '#src/features/links/edit/EditLinkButton.tsx'
import { isDeadState, linkState } from '#src/features/links/link-state.ts'
import { LinkStateLine } from '#src/features/links/LinkStateLine.tsx'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { parseTime } from '#src/lib/time.ts'
import { keys } from '#src/lists/keys.ts'
import { type LinkRow, linkUrlOf, toLinkRow } from '#src/lists/rows/link-row.ts'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { SavedShortcut } from './SavedShortcut.tsx'
import { landing } from './visited-link.ts'
import css from './LinkLine.module.css'

const EditLinkDialog = lazyWhenOpened(
  async () => (await import('#src/features/links/edit/EditLinkDialog.tsx')).EditLinkDialog,
)

/**
 * What is to be known of the link that one is at: to its owner its state and what can be done about it, to others when it
 * ends, what is left of its downloads and its price.
 */
export function LinkLine({ share, isRefused = false }: { share: Share; isRefused?: boolean }) {
  const userId = useUserId()
  const isOwn = userId !== undefined && share.owner?.id === userId
  const own = useQuery({ ...landing.own(share.id, userId ?? ''), enabled: isOwn })
  if (isOwn) return <OwnLinkLine row={own.data ?? toLinkRow(share)} />
  return <VisitedLinkLine share={share} isRefused={isRefused} />
}

/** One's own link: its state, and how to extend, edit and copy it. */
export function OwnLinkLine({ row, onEdited }: { row: LinkRow; onEdited?: () => void }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [form, setForm] = useState<'edit' | 'extend'>()
  const isDead = isDeadState(linkState(row, useNow()))
  const close = () => {
    setForm(undefined)
    // Its item may be back, too.
    for (const queryKey of [keys.shares.owns(row.id), keys.shares.accesses(row.id)])
      void client.invalidateQueries({ queryKey })
    onEdited?.()
  }
  return (
    <section className={css['line']} aria-label={t.landing.yours}>
      <b>{t.landing.yours}</b>
      <LinkStateLine row={row} />
      <span className={css['fact']}>{t.shares.visits(row.visited)}</span>
      {row.price !== null && (
        <span className={css['fact']}>
          {t.landing.price} {t.common.number(row.price)}
        </span>
      )}
      <span className={css['gap']} />
      <ExtendLinkButton row={row} onClick={() => setForm('extend')} />
      <EditLinkButton row={row} onClick={() => setForm('edit')} />
      {!isDead && (
        <CopyButton
          label={t.shares.copyLink}
          done={t.shares.linkCopied}
          text={() => linkUrlOf(row)}
        />
      )}
      {form && <EditLinkDialog row={row} isExtending={form === 'extend'} onClose={close} />}
    </section>
  )
}

function VisitedLinkLine({ share, isRefused }: { share: Share; isRefused: boolean }) {
  const { t } = useI18n()
  const isSignedIn = useSessionStatus() === 'active'
  const expires = share.expires ? parseTime(share.expires) : null
  const left = share.remain_downloads
  const price = share.price !== undefined && share.price > 0 ? share.price : undefined
  if (!isSignedIn && expires === null && left === undefined && price === undefined) return null
  return (
    <section className={css['line']} aria-label={t.landing.title}>
      <dl>
        {expires !== null && (
          <div>
            <dt>{t.landing.expires}</dt>
            <dd>
              <Timestamp at={expires} isDeadline />
            </dd>
          </div>
        )}
        {left !== undefined && (
          <div>
            <dt>{t.landing.downloadsLeft}</dt>
            <dd>{t.common.number(left)}</dd>
          </div>
        )}
        {price !== undefined && (
          <div>
            <dt>{t.landing.price}</dt>
            <dd>{t.common.number(price)}</dd>
          </div>
        )}
      </dl>
      {left !== undefined && share.source_type === SourceType.folder && (
        <span className={css['fact']}>{t.landing.openingCounts}</span>
      )}
      <span className={css['gap']} />
      {isSignedIn && <SavedShortcut link={share.id} {...(!isRefused && { share })} />}
    </section>
  )
}
