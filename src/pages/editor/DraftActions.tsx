import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useI18n } from '#src/i18n/I18n.tsx'
import { editor } from '#src/queries/editor.ts'
import { showCopyByHand } from '#src/stores/copy-by-hand.ts'
import { dropDraft } from '#src/stores/drafts.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/Button.tsx'
import { copyText } from '#src/ui/use-copy.ts'
import { editHref, nameOf } from './url.ts'

/** Saves what is typed under a free name and goes on there. */
export function useSaveCopy(uri: string) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { mutate, isPending, error, reset } = useMutation(editor.saveCopy())
  const saveCopy = (bytes: Uint8Array<ArrayBuffer>) =>
    mutate(
      { uri, name: nameOf(uri), bytes },
      {
        onSuccess: (copy) => {
          // What was typed lies in the copy from now on.
          dropDraft(uri)
          announce(t.editor.savedAs(nameOf(copy)))
          void navigate(editHref(copy))
        },
      },
    )
  return { saveCopy, isPending, error, reset }
}
export type SaveCopy = ReturnType<typeof useSaveCopy>

/** Puts the text on the clipboard, or shows it to be copied by hand. */
export function useCopyOfText(): (text: string) => void {
  const { t } = useI18n()
  return (text) =>
    void copyText(text).then((isDone) =>
      isDone ? announce(t.common.copied) : showCopyByHand(text),
    )
}

/** The ways to save what is typed when its file cannot take it. */
export function DraftActions({
  copy: { saveCopy, isPending },
  text,
  bytes,
}: {
  copy: SaveCopy
  text: string
  bytes: () => Uint8Array<ArrayBuffer>
}) {
  const { t } = useI18n()
  const copyText = useCopyOfText()
  return (
    <>
      <Button small busy={isPending} onClick={() => saveCopy(bytes())}>
        {t.editor.saveCopy}
      </Button>
      <Button small kind="quiet" onClick={() => copyText(text)}>
        {t.editor.copyText}
      </Button>
    </>
  )
}
