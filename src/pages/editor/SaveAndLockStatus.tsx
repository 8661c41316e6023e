import { Lock, LockOpen } from 'lucide-react'
import type { TextLockState } from '#src/features/editor/edited-text-state.ts'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import { type LockableItem, useKnownLock } from '#src/jobs/locks/locked-items.ts'
import css from './EditorPage.module.css'

/** Shows whether the text is saved and whether the file is locked for the user. */
export function SaveAndLockStatus({
  file,
  lock,
  isGone,
  isDirty,
  isReadOnly,
  isSaving,
  isSaved,
}: {
  file: LockableItem
  lock: TextLockState
  /** Nothing is at the URI any more, although the lock may not have been refreshed since. */
  isGone: boolean
  isDirty: boolean
  isReadOnly: boolean
  isSaving: boolean
  isSaved: boolean
}) {
  const messages = useEditorMessages()
  const isInUse = useKnownLock(file) !== undefined
  const saved = isSaving
    ? messages.saving
    : isDirty
      ? messages.unsaved
      : isReadOnly
        ? messages.readOnly
        : isSaved
          ? messages.saved
          : ''
  const unlocked =
    lock.at === 'none'
      ? !isInUse && messages.noLock
      : lock.at === 'lost' || (lock.at === 'held' && isGone)
        ? messages.notHeld
        : lock.at === 'free' && !isReadOnly && (isDirty ? messages.notHeld : messages.notYetLocked)
  return (
    <div className={css['state']}>
      <span role="status" className={isDirty && !isSaving ? css['dirty'] : undefined}>
        {saved}
      </span>
      {lock.at === 'held' && !isGone && !isReadOnly && (
        <span>
          <Lock aria-hidden="true" />
          {messages.held}
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
