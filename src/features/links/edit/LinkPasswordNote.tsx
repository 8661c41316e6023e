import { useI18n } from '#src/i18n/I18n.tsx'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './EditLink.module.css'

/** Says that the password of a link cannot be changed, and leads to a new link with another one. */
export function LinkPasswordNote({ row, onReplace }: { row: LinkRow; onReplace: () => void }) {
  const { t } = useI18n()
  return (
    <div className={css['password']}>
      <p>{row.isProtected ? t.linkEdit.passwordStays : t.linkEdit.noPasswordStays}</p>
      <Button small onClick={onReplace}>
        {t.linkEdit.replaceAsk}
      </Button>
    </div>
  )
}
