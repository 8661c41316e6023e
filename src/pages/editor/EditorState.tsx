import { Lock, LockOpen } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { TextLock } from '#src/operations/editor/edited-text.ts'
import css from './EditorPage.module.css'

/** Shows whether the text is saved and whether the file is locked for the user. */
export function EditorState({
  lock,
  isDirty,
  isReadOnly,
  isSaving,
  isSaved,
}: {
  lock: TextLock
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
      {lock.at === 'held' && !isReadOnly && (
        <span>
          <Lock aria-hidden="true" />
          {t.editor.held}
        </span>
      )}
      {(lock.at === 'none' || lock.at === 'lost') && (
        <span>
          <LockOpen aria-hidden="true" />
          {lock.at === 'none' ? t.editor.noLock : t.editor.notHeld}
        </span>
      )}
    </div>
  )
}
