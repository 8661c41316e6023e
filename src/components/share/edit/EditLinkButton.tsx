import { CalendarClock, Pencil } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { isExtendable, shareState } from '#src/lib/share-state.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { useNow } from '#src/ui/use-now.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** "Edit" of a link, as an icon or in words. */
export function EditLinkButton({
  isIconOnly = false,
  onClick,
}: {
  isIconOnly?: boolean
  onClick: () => void
}) {
  const { t } = useI18n()
  return isIconOnly ? (
    <IconButton small name={t.shareDetails.edit} icon={<Pencil {...icon} />} onClick={onClick} />
  ) : (
    <Button small icon={<Pencil {...icon} />} onClick={onClick}>
      {t.shareDetails.edit}
    </Button>
  )
}

/** "Extend" of a link that has expired, soon expires or is used up. */
export function ExtendLinkButton({ row, onClick }: { row: ShareRow; onClick: () => void }) {
  const { t } = useI18n()
  if (!isExtendable(shareState(row, useNow()))) return null
  return (
    <Button small icon={<CalendarClock {...icon} />} onClick={onClick}>
      {t.shares.extend}
    </Button>
  )
}
