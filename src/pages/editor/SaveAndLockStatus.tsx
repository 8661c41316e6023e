import { Lock, LockOpen } from 'lucide-react'
import type { TextLockState } from '#src/features/editor/edited-text-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useKnownLock } from '#src/jobs/locks/locked-items.ts'
import css from './EditorPage.module.css'

/** Shows whether the text is saved and whether the file is locked for the user. */
export function SaveAndLockStatus({
  uri,
  lock,
  isDirty,
  isReadOnly,
  isSaving,
  isSaved,
}: {
  uri: string
  lock: TextLockState
  isDirty: boolean
  isReadOnly: boolean
  isSaving: boolean
  isSaved: boolean
}) {
  const { t } = useI18n()
  const isInUse = useKnownLock(uri) !== undefined
  const saved = isSaving
    ? t.editor.saving
    : isDirty
      ? t.editor.unsaved
      : isReadOnly
        ? t.editor.readOnly
        : isSaved
          ? t.editor.saved
          : ''
  const unlocked =
    lock.at === 'none'
      ? !isInUse && t.editor.noLock
      : lock.at === 'lost'
        ? t.editor.notHeld
        : lock.at === 'free' && !isReadOnly && (isDirty ? t.editor.notHeld : t.editor.notYetLocked)
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
      {unlocked && (
        <span>
          <LockOpen aria-hidden="true" />
          {unlocked}
        </span>
      )}
    </div>
  )
}
