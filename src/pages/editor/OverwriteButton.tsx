import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { replacedContentsCountsQuery } from '#src/features/files/replaced-contents-counts.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'

/** Saves over what somebody else has saved; asks first unless that was seen and stays as an earlier version. */
export function OverwriteButton({
  uri,
  isDisabled,
  isUnseen,
  onOverwrite,
  onSaveCopy,
}: {
  uri: string
  isDisabled: boolean
  /** Whether what is stored could not be read. */
  isUnseen: boolean
  onOverwrite: () => void
  onSaveCopy: () => void
}) {
  const { t } = useI18n()
  const messages = useEditorMessages()
  const [isAsking, setAsking] = useState(false)
  const { data, isLoading } = useQuery(replacedContentsCountsQuery([uri]))
  const isWaiting = isDisabled || isLoading
  const isKept = data?.kept === 1
  const consequence = [
    isUnseen && messages.overwriteUnseen,
    !isKept && (data?.lost === 1 ? messages.overwriteLoses : messages.overwriteMayLose),
  ]
  const close = () => setAsking(false)
  const closeAnd = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <>
      <Button
        aria-disabled={isWaiting || undefined}
        onClick={() => {
          if (!isWaiting) (isKept && !isUnseen ? onOverwrite : () => setAsking(true))()
        }}
      >
        {messages.overwrite}
      </Button>
      {isAsking && (
        <Dialog
          open
          role="alertdialog"
          width="narrow"
          title={messages.overwriteTitle}
          description={consequence.filter(Boolean).join(t.common.betweenSentences)}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{t.common.cancel}</Button>
              <Button variant="destructive" onClick={closeAnd(onOverwrite)}>
                {messages.overwrite}
              </Button>
              <Button data-autofocus="" variant="primary" onClick={closeAnd(onSaveCopy)}>
                {messages.saveCopy}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}
