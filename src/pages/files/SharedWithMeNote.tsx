import { useI18n } from '#src/i18n/I18n.tsx'
import css from './SharedWithMeNote.module.css'

/** What is listed in Shared with me; it has its place before the list is there. */
export function SharedWithMeNote() {
  const { t } = useI18n()
  return <p className={css['note']}>{t.sharedWithMe.onlySaved}</p>
}
