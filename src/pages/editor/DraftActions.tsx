import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { nameOfUri } from '#src/contract/uri.ts'
import { editor } from '#src/features/editor/editor.ts'
import { removeTextDraft, textDraftOf } from '#src/features/editor/text-drafts.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { copyText } from '#src/ui/copy/use-copy.ts'
import { editHref } from './url.ts'

/** What a copy is opened with: where the caret and the window were in the text. */
export type CopyEntryState = { readonly caret?: readonly [number, number]; readonly top?: number }

/** Saves the draft as a new file under a free name and opens that file, unless more has been typed meanwhile. */
export function useSaveAndOpenCopy(
  uri: string,
  fileId?: string,
  /** In which the draft is typed, for the copy to go on there. */
  field?: RefObject<HTMLTextAreaElement | null>,
) {
  const messages = useEditorMessages()
  const navigate = useNavigate()
  const { mutate, isPending, error, reset } = useMutation(editor.saveCopy())
  const saveCopy = (text: string, bytes: Uint8Array<ArrayBuffer>) =>
    mutate(
      { uri, fileId, name: nameOfUri(uri), bytes },
      {
        onSuccess: (copy) => {
          if (copy === undefined) return
          if ((textDraftOf(uri)?.text ?? text) !== text) {
            showToast({ kind: 'done', key: 'copySaved', values: { name: nameOfUri(copy) } })
            return
          }
          removeTextDraft(uri)
          announce(messages.savedAs(nameOfUri(copy)))
          const typedIn = field?.current
          const state: CopyEntryState = typedIn
            ? { caret: [typedIn.selectionStart, typedIn.selectionEnd], top: typedIn.scrollTop }
            : {}
          void navigate(editHref(copy), { state })
        },
      },
    )
  return { saveCopy, isPending, error, reset }
}
export type SaveCopyMutation = ReturnType<typeof useSaveAndOpenCopy>

/** Puts the text on the clipboard, or shows it to be copied by hand. */
export function useCopyToClipboard(): (text: string) => void {
  const { t } = useI18n()
  return (text) =>
    void copyText(text).then((isDone) =>
      isDone ? announce(t.common.copied) : showManualCopy(text),
    )
}

/** Ways to save the draft when it cannot be saved to its file. */
export function DraftActions({
  copy: { saveCopy, isPending },
  text,
  bytes,
}: {
  copy: SaveCopyMutation
  text: string
  bytes: () => Uint8Array<ArrayBuffer>
}) {
  const messages = useEditorMessages()
  const copyText = useCopyToClipboard()
  return (
    <>
      <Button small busy={isPending} onClick={() => saveCopy(text, bytes())}>
        {messages.saveCopy}
      </Button>
      <Button small variant="quiet" onClick={() => copyText(text)}>
        {messages.copyText}
      </Button>
    </>
  )
}
