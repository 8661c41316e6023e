import { nameOfUri } from '#src/contract/uri.ts'
import { textDraftOf, removeTextDraft } from '#src/features/editor/text-drafts.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import { LeaveDialog } from '#src/ui/dialogs/LeaveDialog.tsx'
import { useLeaveQuestion } from '#src/ui/dialogs/use-leave-question.ts'

/** Asks before a page with an unsaved text is left. */
export function LeaveTextQuestion({
  uri,
  isDirty,
  isSaving,
  onSave,
}: {
  uri: string
  isDirty: boolean
  isSaving: boolean
  /** Absent when the text cannot be saved as it is. */
  onSave: ((callbacks: { onError: () => void }) => void) | undefined
}) {
  const { t } = useI18n()
  const messages = useEditorMessages()
  const stay = useLeaveQuestion(
    isDirty,
    ({ currentLocation, nextLocation }) =>
      // A saved copy is opened in place of the draft.
      textDraftOf(uri) !== undefined &&
      currentLocation.pathname + currentLocation.search !==
        nextLocation.pathname + nextLocation.search,
  )
  if (!stay) return null
  return (
    <LeaveDialog
      description={messages.leaveText(nameOfUri(uri))}
      saveLabel={t.common.save}
      isSaving={isSaving}
      onStay={stay}
      onDiscard={() => removeTextDraft(uri)}
      onSave={onSave && ((ifOpen) => onSave({ onError: () => ifOpen(stay) }))}
    />
  )
}
