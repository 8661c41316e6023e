import { Link } from 'react-router-dom'
import { overridesBetween } from '#src/features/folder-view/overrides-between.ts'
import { folderViewHref } from '#src/features/folder-view/overrides.ts'
import type { ViewDraft } from '#src/features/folder-view/view-drafts.ts'
import type { ViewSaveResult } from '#src/features/folder-view/view-writes.ts'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import { Button, buttonClass } from '#src/ui/controls/Button.tsx'
import type { ViewFormState } from './use-view-form.ts'

/** Saves the draft, or, where it cannot be saved, leads to the folder as it is drawn here. */
export function SaveOrOpenUnsavedView({
  folder,
  draft: { isPreviewOnly, storedView, present },
  form: { isSaving, hasChanges, saveNow },
  onSavedToApply,
}: {
  folder: string
  draft: ViewDraft
  form: ViewFormState
  /** Called when it has been saved for the folders below as well; absent where that is not offered. */
  onSavedToApply: ((saved: ViewSaveResult) => void) | undefined
}) {
  const messages = useViewEditorMessages()
  if (isPreviewOnly) {
    return (
      <Link
        className={buttonClass({ variant: 'primary' })}
        to={folderViewHref(folder, overridesBetween(storedView, present.view))}
      >
        {messages.viewWithoutSaving}
      </Link>
    )
  }
  return (
    <>
      {onSavedToApply && hasChanges && (
        <Button onClick={() => void saveNow().then((saved) => saved && onSavedToApply(saved))}>
          {messages.saveAndApply}
        </Button>
      )}
      <Button
        variant="primary"
        busy={isSaving}
        aria-disabled={!hasChanges || undefined}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={() => void saveNow()}
      >
        {messages.save}
      </Button>
    </>
  )
}
