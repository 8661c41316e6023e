import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { TransportError } from '#src/contract/errors.ts'
import { nameOfUri } from '#src/contract/uri.ts'
import type { Overwritten } from '#src/features/editor/edited-text-state.ts'
import type { EditedText } from '#src/features/editor/edited-text.ts'
import { editor } from '#src/features/editor/editor.ts'
import { textDraftOf } from '#src/features/editor/text-drafts.ts'
import { subscribeToFileChanges } from '#src/features/shell/live/live-lists.ts'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'
import { editHref } from './url.ts'

/** Follows the file for as long as its text is on screen, under whatever address it is found. */
export function useWatchEditedFile(edited: EditedText, uri: string): void {
  const { uri: currentUri } = useSyncExternalStore(edited.subscribe, edited.state)
  useEffect(() => {
    edited.start()
    return () => edited.stop()
  }, [edited])
  useEffect(() => subscribeToFileChanges(() => edited.onFilesChanged()), [edited])
  useEffect(() => {
    // The router would load the file again, of which only the URI has changed.
    if (currentUri !== uri) window.history.replaceState(history.state, '', editHref(currentUri))
  }, [currentUri, uri])
}

/** Saves by button and by key. */
export function useSaving(
  edited: EditedText,
  { text, isDirty, canSave }: { text: string; isDirty: boolean; canSave: boolean },
  {
    onStart,
    onBlocked,
    onSaved,
  }: {
    onStart: () => void
    /** Called when something else must be decided first. */
    onBlocked: () => void
    onSaved: () => void
  },
) {
  const save = useMutation({
    ...editor.save(edited, nameOfUri(edited.state().uri)),
    onError: (error) => {
      const { uri, savedText } = edited.state()
      // What was typed back meanwhile is a change only where the file may have been written: without an answer.
      if (!(error instanceof TransportError) && textDraftOf(uri)?.text === savedText)
        edited.dropDraft()
    },
  })
  const { problem, lock } = useSyncExternalStore(edited.subscribe, edited.state)
  const inTheWay = problem ?? (lock.at === 'lost' ? lock.at : undefined)
  const forgetFailure = useEffectEvent(() => save.isError && save.reset())
  // Why an earlier save failed is not why one cannot save now, nor true once that is settled.
  useEffect(() => void forgetFailure(), [inTheWay])
  const saveNow = (overwrites?: Overwritten, onError?: (error: Error) => void) => {
    if (save.isPending) return
    if (!canSave && !overwrites) return onBlocked()
    if (!isDirty && !overwrites) return
    onStart()
    save.mutate({ text, overwrites }, { onSuccess: onSaved, ...(onError && { onError }) })
  }
  useHotkeys({
    '$mod+s': (event) => {
      event.preventDefault()
      saveNow()
    },
  })
  return { save, saveNow }
}
