import { workingLinkTotals } from '#src/features/links/list/working-links.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkQuestionsMessages } from '#src/i18n/parts/link-dialog-messages.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { useNow } from '#src/ui/use-now.ts'

/** Asks before many links are deleted, and says what would be lost (S7). */
export function DeleteLinksDialog({
  rows,
  onConfirm,
  onClose,
}: {
  rows: readonly LinkRow[]
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useLinkQuestionsMessages()
  const { links, visits } = workingLinkTotals(rows, useNow())
  return (
    <ConfirmDialog
      title={messages.deleteTitle(rows.length)}
      text={messages.deleteText(links, rows.length, visits)}
      action={t.linkActions.deleteLinks(rows.length)}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
