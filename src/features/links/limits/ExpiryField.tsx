import { useI18n } from '#src/i18n/I18n.tsx'
import { serviceNow } from '#src/lib/service-time.ts'
import { formatWeekdayDate } from '#src/lib/time.ts'
import { RadioGroup } from '#src/ui/controls/RadioGroup.tsx'
import { ExpiryDateField } from './ExpiryDateField.tsx'
import {
  expiryChoices,
  type ExpiryChoice,
  expiryTime,
  suggestedExpiryDateTime,
} from './link-input.ts'
import css from '#src/features/links/LinkForm.module.css'

/** Asks when a link expires: a duration from now, whose day is said, a date and time, or never. */
export function ExpiryField({
  expiry,
  date,
  error,
  onExpiry,
  onDate,
}: {
  expiry: ExpiryChoice
  /** "2026-11-21T16:30", in the time zone of the browser; '' until one was selected. */
  date: string
  error: string | undefined
  onExpiry: (expiry: ExpiryChoice) => void
  onDate: (date: string) => void
}) {
  const { t, locale } = useI18n()
  const now = serviceNow()
  const end = expiry === 'date' ? null : expiryTime(expiry, date, now)
  return (
    <div className={css['part']}>
      <RadioGroup
        label={t.linkDetails.expiry}
        value={expiry}
        options={expiryChoices.map((value) => ({ value, label: t.linkForm.expiries[value] }))}
        onChange={(value) => {
          onExpiry(value)
          if (value === 'date' && date === '') onDate(suggestedExpiryDateTime(serviceNow()))
        }}
      />
      <p role="status" className={css['until']}>
        {end !== null && t.linkForm.until(formatWeekdayDate(end, now, locale))}
      </p>
      {expiry === 'date' && <ExpiryDateField date={date} error={error} onDate={onDate} />}
    </div>
  )
}
