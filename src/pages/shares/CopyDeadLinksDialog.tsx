import { isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import { linkStateHelp } from '#src/features/links/state/LinkStateChip.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkQuestionsMessages } from '#src/i18n/parts/link-dialog-messages.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { copyLinksTextWithToast } from './commands/run-link-command.ts'

/** Asks before dead links are copied: whoever gets them could not open them. */
export function CopyDeadLinksDialog({
  rows,
  text,
  onClose,
  onRevive,
}: {
  rows: readonly LinkRow[]
  text: (rows: readonly LinkRow[]) => string
  onClose: () => void
  onRevive: (command: 'extend' | 'edit', row: LinkRow) => void
}) {
  const { t, locale } = useI18n()
  // The time by which the page draws may be a minute old.
  const now = serviceNow()
  const messages = useLinkQuestionsMessages()
  const live = rows.filter((row) => !isDeadState(linkState(row, now)))
  const dead = rows.length - live.length
  const [row] = rows
  const isSourceGone = !!row && linkState(row, now) === 'sourceGone'
  const copy = (some: readonly LinkRow[]) => {
    onClose()
    void copyLinksTextWithToast(some, text(some))
  }
  return (
    <Dialog
      open
      width="narrow"
      title={messages.dead.title(dead, rows.length)}
      description={
        rows.length === 1 && row
          ? linkStateHelp(linkState(row, now), row.expires, now, t, locale)
          : messages.dead.text
      }
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button onClick={() => copy(rows)}>{messages.dead.copyAnyway(rows.length)}</Button>
          {rows.length === 1 && row && (
            <Button
              variant="primary"
              onClick={() => {
                onClose()
                onRevive(isSourceGone ? 'edit' : 'extend', row)
              }}
            >
              {isSourceGone ? t.links.fix : t.links.extend}
            </Button>
          )}
          {live.length > 0 && (
            <Button variant="primary" onClick={() => copy(live)}>
              {messages.dead.copyLive(live.length)}
            </Button>
          )}
        </>
      }
    />
  )
}
