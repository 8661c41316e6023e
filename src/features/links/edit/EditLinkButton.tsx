import { CalendarClock, Pencil } from 'lucide-react'
import { isExtendable, linkState } from '#src/features/links/state/link-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { useNow } from '#src/ui/use-now.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** "Edit" of a link, as an icon or in words; "Fix" of one whose item is gone, as in its row and its menu. */
export function EditLinkButton({
  row,
  urlId,
  onClick,
}: {
  row: LinkRow
  /** Id of the element with its URL, beside which an icon is enough. */
  urlId?: string
  onClick: () => void
}) {
  const { t } = useI18n()
  const isSourceGone = linkState(row, useNow()) === 'sourceGone'
  const name = isSourceGone ? t.links.fix : t.linkDetails.edit
  return urlId ? (
    <IconButton small name={name} subjectId={urlId} icon={<Pencil {...icon} />} onClick={onClick} />
  ) : (
    <Button small icon={<Pencil {...icon} />} onClick={onClick}>
      {name}
    </Button>
  )
}

/** "Extend" of a link that has an end. */
export function ExtendLinkButton({ row, onClick }: { row: LinkRow; onClick: () => void }) {
  const { t } = useI18n()
  if (!isExtendable(row, useNow())) return null
  return (
    <Button small icon={<CalendarClock {...icon} />} onClick={onClick}>
      {t.links.extend}
    </Button>
  )
}
