import { useI18n } from '#src/i18n/I18n.tsx'
import { serviceNow } from '#src/lib/service-time.ts'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { formatDateTimeInput } from './link-input.ts'

/** The date and time at which a link expires: "2026-11-21T16:30", in the time zone of the browser; '' for none yet. */
export function ExpiryDateField({
  date,
  error,
  onDate,
}: {
  date: string
  error: string | undefined
  onDate: (date: string) => void
}) {
  const { t } = useI18n()
  return (
    <TextField
      label={t.linkForm.date}
      hideLabel
      type="datetime-local"
      min={formatDateTimeInput(serviceNow())}
      value={date}
      onChange={(event) => onDate(event.currentTarget.value)}
      error={error}
    />
  )
}
