import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { SessionEndedError } from '#src/contract/errors.ts'
import {
  hasUnsavedView,
  isViewDraftDirty,
  ViewChangedError,
  type ViewDraft,
  type ViewDraftBase,
} from '#src/features/folder-view/view-drafts.ts'
import {
  viewConflicts,
  revertDraftView,
  redoViewEdit,
  resetDraftView,
  undoViewEdit,
} from '#src/features/folder-view/view-edits.ts'
import { type ViewSaveResult, viewWrites } from '#src/features/folder-view/view-writes.ts'
import { views } from '#src/features/folder-view/views.ts'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { undoLast } from '#src/jobs/messages/last-undo.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { createOperation } from '#src/lib/operation.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { useLeaveQuestion } from '#src/ui/dialogs/use-leave-question.ts'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'
import { rejectedField } from './rejected-field.ts'

/** Saving, discarding and resetting the draft of a folder's view, and what prevents saving it. */
export function useViewForm({
  folder,
  name,
  draft,
  base,
  settings,
  conflictButton,
}: {
  folder: string
  /** Name of the folder. */
  name: string
  draft: ViewDraft
  /** What the service has now. */
  base: ViewDraftBase
  /** The element around all fields. */
  settings: RefObject<HTMLElement | null>
  /** The first button of the notice about conflicts. */
  conflictButton: RefObject<HTMLButtonElement | null>
}) {
  const messages = useViewEditorMessages()
  const client = useQueryClient()
  // The save continues when the page is left.
  const save = useMutation(viewWrites.save())
  const { present, isPreviewOnly } = draft
  const hasChanges = isViewDraftDirty(draft)
  const hasInvalidText = Object.keys(present.invalidTexts).length > 0
  const isSaving = save.isPending
  // An error is about what was sent: it is not shown for changes that were made since, nor when that was found to be saved.
  const saveError = hasChanges && save.variables?.edit === present ? save.error : null
  const rejected = rejectedField(saveError, present.view)
  const conflicts = viewConflicts(draft, base)
  const isChangedElsewhere = !isSaving && conflicts.length > 0
  const shownError =
    saveError === null ||
    rejected !== undefined ||
    isChangedElsewhere ||
    isShownElsewhere(saveError)
      ? null
      : saveError

  /** Resolves to what was saved. When that cannot be, moves the focus to what prevents it. */
  const saveNow = async (): Promise<ViewSaveResult | undefined> => {
    if (isPreviewOnly || !hasChanges || isSaving) return undefined
    if (isChangedElsewhere) {
      conflictButton.current?.focus()
      return undefined
    }
    if (!hasInvalidText) {
      const { ownView, storedView } = draft
      return save
        .mutateAsync({ folder, name, ownView, storedView, edit: present, isFromDraft: true })
        .catch(() => undefined)
    }
    announce(messages.fixInvalidField)
    settings.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    return undefined
  }
  const discard = () => {
    revertDraftView(folder)
    save.reset()
  }
  const shownFolder = useRef<string>(undefined)
  useEffect(() => {
    shownFolder.current = folder
    return () => {
      shownFolder.current = undefined
    }
  }, [folder])
  const resetToInherited = async () => {
    // Leaving the page cancels it, and a draft would be seen by nobody.
    const hasLeft = () => shownFolder.current !== folder
    try {
      const inherited = await client.fetchQuery(views.inherited(folder))
      if (!hasLeft()) resetDraftView(folder, inherited)
    } catch (error) {
      const operation = createOperation('resetView', [{ name }])
      if (hasLeft()) return
      showToast({
        kind: 'failed',
        error: error as Error,
        failureContext: { kind: 'notDone', operation },
      })
    }
  }
  useViewHotkeys(draft, folder, saveNow)
  const stay = useLeaveQuestion(
    hasChanges && !isPreviewOnly,
    ({ currentLocation, nextLocation }) =>
      hasUnsavedView(folder) &&
      currentLocation.pathname + currentLocation.search !==
        nextLocation.pathname + nextLocation.search,
  )
  return {
    hasChanges,
    hasInvalidText,
    isSaving,
    conflicts: isChangedElsewhere ? conflicts : [],
    rejected,
    shownError,
    saveNow,
    discard,
    resetToInherited: () => void resetToInherited(),
    stay,
  }
}

export type ViewFormState = ReturnType<typeof useViewForm>

function useViewHotkeys(
  { past, future }: ViewDraft,
  folder: string,
  saveNow: () => Promise<ViewSaveResult | undefined>,
): void {
  const redo = (event: KeyboardEvent) => {
    event.preventDefault()
    redoViewEdit(folder)
  }
  useHotkeys(
    {
      '$mod+s': (event) => {
        event.preventDefault()
        void saveNow()
      },
      '$mod+z': (event) => {
        event.preventDefault()
        // Without steps of its own, such as after a copy to subfolders, the key takes the last write back as in lists.
        // A step that could be redone counts: whoever has taken all steps back, and goes on, does not mean a write from
        // before.
        if (past.length > 0 || future.length > 0) undoViewEdit(folder)
        else if (!event.repeat) undoLast()
      },
      '$mod+Shift+z': redo,
      '$mod+y': redo,
    },
    { repeatable: ['$mod+z', '$mod+Shift+z', '$mod+y'] },
  )
}

/** Cancelling at a lock shows a toast, an ended session the sign-in dialog, a changed view a banner. */
const isShownElsewhere = (error: Error): boolean =>
  error instanceof LockCancelledError ||
  error instanceof SessionEndedError ||
  error instanceof ViewChangedError
