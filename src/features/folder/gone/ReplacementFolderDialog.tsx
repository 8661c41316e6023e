import { useState } from 'react'
import { nameOfUri } from '#src/contract/uri.ts'
import { homeUri } from '#src/features/file-lists/files.ts'
import { crumbsOf } from '#src/features/folder/path.ts'
import { LazyFolderPicker } from '#src/features/folder/picker/LazyFolderPicker.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Question } from '#src/jobs/questions/questions.ts'
import type { FolderGoneContent } from '#src/jobs/verification/target-folder.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'

/** Asks where to write what was to go to a folder that is not where it was. */
export function ReplacementFolderDialog({
  question: {
    props: { folder, movedTo },
    answer,
    cancel,
  },
}: {
  question: Question<FolderGoneContent, string | undefined>
}) {
  const { t } = useI18n()
  const [isPickerOpen, setPickerOpen] = useState(false)
  const messages = t.folderGone
  if (isPickerOpen) {
    return (
      <LazyFolderPicker
        title={messages.chooseTitle}
        verb={messages.chooseVerb}
        items={[]}
        start={homeUri}
        onChoose={answer}
        onClose={() => setPickerOpen(false)}
      />
    )
  }
  const path = movedTo && crumbsOf(movedTo, t).map(({ name }) => name)
  const choose = (
    <Button {...(!path && { 'data-autofocus': '' })} onClick={() => setPickerOpen(true)}>
      {messages.choose}
    </Button>
  )
  return (
    <Dialog
      open
      role="alertdialog"
      width="narrow"
      title={messages.title(nameOfUri(folder))}
      description={messages.whereInstead(
        path ? messages.nowAt(path.join(' / ')) : messages.deleted,
      )}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>{t.common.cancel}</Button>
          {choose}
          {movedTo && (
            <Button variant="primary" data-autofocus="" onClick={() => answer(movedTo)}>
              {messages.continueThere}
            </Button>
          )}
        </>
      }
    />
  )
}
