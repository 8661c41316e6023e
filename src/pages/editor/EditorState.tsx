import { Lock, LockOpen } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Hold } from '#src/queries/edited-text.ts'
import css from './EditorPage.module.css'

/** Whether what is typed is saved, and whether the file is ours meanwhile. */
export function EditorState({
  hold,
  isDirty,
  isReadOnly,
  isSaving,
  isSaved,
}: {
  hold: Hold
  isDirty: boolean
  isReadOnly: boolean
  isSaving: boolean
  isSaved: boolean
}) {
  const { t } = useI18n()
  const saved = isReadOnly
    ? t.editor.readOnly
    : isSaving
      ? t.editor.saving
      : isDirty
        ? t.editor.unsaved
        : isSaved
          ? t.editor.saved
          : ''
  return (
    <div className={css['state']}>
      <span role="status" className={isDirty && !isSaving ? css['dirty'] : undefined}>
        {saved}
      </span>
      {hold.at === 'held' && !isReadOnly && (
        <span>
          <Lock aria-hidden="true" />
          {t.editor.held}
        </span>
      )}
      {(hold.at === 'none' || hold.at === 'lost') && (
        <span>
          <LockOpen aria-hidden="true" />
          {hold.at === 'none' ? t.editor.noLock : t.editor.notHeld}
        </span>
      )}
    </div>
  )
}
