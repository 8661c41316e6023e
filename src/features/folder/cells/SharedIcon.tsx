import { Link2 } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import css from './SharedIcon.module.css'

/** Says that there is a link on an item. */
export function SharedIcon({ row }: { row: FileRow }) {
  const { t } = useI18n()
  return (
    row.isShared && (
      <span
        role="img"
        aria-label={t.files.shared}
        data-tooltip={t.files.shared}
        className={css['mark']}
      >
        <Link2 size={14} strokeWidth={1.75} aria-hidden="true" />
      </span>
    )
  )
}
