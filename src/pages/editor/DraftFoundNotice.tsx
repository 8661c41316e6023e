import { Banner } from '#src/features/errors/Banner.tsx'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'

/** Says that there is a draft of an earlier visit. */
export function DraftFoundNotice({
  isOutdated,
  onContinue,
  onDiscard,
}: {
  /** The file has changed since it was typed. */
  isOutdated: boolean
  onContinue: () => void
  onDiscard: () => void
}) {
  const messages = useEditorMessages()
  return (
    <Banner
      variant="info"
      text={isOutdated ? messages.draftFoundOutdated : messages.draftFound}
      actions={
        <>
          <Button small onClick={onContinue}>
            {messages.continueDraft}
          </Button>
          <Button small variant="quiet" onClick={onDiscard}>
            {messages.discard}
          </Button>
        </>
      }
    />
  )
}
