import { Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { redoViewEdit, undoViewEdit } from '#src/features/folder-view/view-edits.ts'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { focusMain } from '#src/ui/keyboard/focus.ts'
import { useHeightAsCssVariable } from '#src/ui/sizes/use-height-as-css-variable.ts'
import css from '#src/pages/view-settings/ViewSettingsPage.module.css'

/** Lists the unsaved changes, with undo, redo, discard and the main action. */
export function ChangesBar({
  folder,
  changes,
  canUndo,
  canRedo,
  onDiscard,
  action,
}: {
  folder: string
  /** Descriptions of the changes. */
  changes: readonly string[]
  canUndo: boolean
  canRedo: boolean
  onDiscard: () => void
  /** The main action: a button or link. */
  action: ReactNode
}) {
  const messages = useViewEditorMessages()
  const isDirty = changes.length > 0
  const bar = useRef<HTMLElement>(null)
  useHeightAsCssVariable(bar, '--bottom-bar')
  useLayoutEffect(() => {
    const element = bar.current
    return () => {
      // The pressed button is unmounted with the bar, so the focus moves to the page.
      if (element?.contains(document.activeElement)) focusMain()
    }
  }, [])
  return (
    <section ref={bar} className={css['bar']} aria-label={messages.changesList}>
      <p className={css['changes']}>
        <b role="status" data-dirty={isDirty || undefined}>
          {messages.changes(changes.length)}
        </b>
        <span data-tooltip={changes.join('\n')} data-tooltip-if="cut">
          {changes.join(' · ')}
        </span>
      </p>
      <div className={css['steps']}>
        <IconButton
          name={messages.undo}
          aria-keyshortcuts="Control+Z Meta+Z"
          aria-disabled={!canUndo || undefined}
          icon={<Undo2 aria-hidden="true" />}
          onClick={() => undoViewEdit(folder)}
        />
        <IconButton
          name={messages.redo}
          aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
          aria-disabled={!canRedo || undefined}
          icon={<Redo2 aria-hidden="true" />}
          onClick={() => redoViewEdit(folder)}
        />
      </div>
      <div className={css['buttons']}>
        <Button variant="quiet" aria-disabled={!isDirty || undefined} onClick={onDiscard}>
          {messages.discard}
        </Button>
        {action}
      </div>
    </section>
  )
}
