import type { LinkLimits } from '#src/features/links/limits/link-limits.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkEditMessages } from '#src/i18n/link-edit-messages.ts'
import { formatDateTime } from '#src/lib/time.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './EditLink.module.css'

/** The link was changed elsewhere while its form was open: says how it is now and lets one choose. */
export function LinkConflict({
  limits: { expires, remaining },
  onTakeOver,
  onSaveMine,
}: {
  limits: LinkLimits
  onTakeOver: () => void
  onSaveMine: () => void
}) {
  const { locale } = useI18n()
  const messages = useLinkEditMessages()
  return (
    <div role="alert" className={css['conflict']}>
      <p>
        {messages.changedElsewhere({
          expires: expires === null ? null : formatDateTime(expires, locale),
          remaining,
        })}
      </p>
      <div className={css['choices']}>
        <Button small onClick={onTakeOver}>
          {messages.takeOver}
        </Button>
        <Button small onClick={onSaveMine}>
          {messages.saveMine}
        </Button>
      </div>
    </div>
  )
}
