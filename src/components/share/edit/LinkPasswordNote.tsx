import { useI18n } from '#src/i18n/I18n.tsx'
import type { ShareRow } from '#src/lists/share-row.ts'
import css from './EditLink.module.css'

/** Says that the password of a link cannot be changed. */
export function LinkPasswordNote({ row }: { row: ShareRow }) {
  const { t } = useI18n()
  return (
    <div className={css['password']}>
      <p>{row.isProtected ? t.linkEdit.passwordStays : t.linkEdit.noPasswordStays}</p>
    </div>
  )
}
