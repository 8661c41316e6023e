import { useLinkEditMessages } from '#src/i18n/parts/link-edit-messages.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './EditLink.module.css'

/** Says that the password of a link cannot be changed, and leads to a new link with another one. */
export function LinkPasswordNote({
  row,
  isBusy,
  onReplace,
}: {
  row: LinkRow
  /** Whether the form is being sent. */
  isBusy: boolean
  onReplace: (button: HTMLButtonElement) => void
}) {
  const messages = useLinkEditMessages()
  return (
    <div className={css['password']}>
      <p>{row.isProtected ? messages.passwordStays : messages.noPasswordStays}</p>
      <Button
        small
        aria-disabled={isBusy || undefined}
        onClick={(event) => onReplace(event.currentTarget)}
      >
        {messages.replaceAsk}
      </Button>
    </div>
  )
}
