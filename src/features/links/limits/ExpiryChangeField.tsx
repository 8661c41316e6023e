import { useId } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { RadioGroup } from '#src/ui/controls/RadioGroup.tsx'
import { type ExpiryChangeChoice, expiryChangeChoices } from './expiry-change.ts'
import { ExpiryDateField } from './ExpiryDateField.tsx'
import css from '#src/features/links/LinkForm.module.css'

/** By how much a link, or each of many, is extended. */
export function ExpiryChangeField({
  extension,
  date,
  until,
  hasEnd = true,
  error,
  onExtension,
  onDate,
}: {
  extension: ExpiryChangeChoice
  /** "2026-11-21T16:30", in the time zone of the browser. */
  date: string
  /** The resulting day in words, or why there is none. */
  until?: string | undefined
  /** Whether the link has an end that days can be counted from. */
  hasEnd?: boolean
  error: string | undefined
  onExtension: (extension: ExpiryChangeChoice) => void
  onDate: (date: string) => void
}) {
  const { t } = useI18n()
  const untilId = useId()
  // With a date, that field has the error.
  const isRefused = extension !== 'date' && error !== undefined
  return (
    <div
      className={css['part']}
      data-invalid={isRefused ? '' : undefined}
      aria-describedby={isRefused ? untilId : undefined}
    >
      <RadioGroup
        label={t.linkDetails.expiry}
        value={extension}
        options={expiryChangeChoices
          .filter((value) => hasEnd || (value !== 'week' && value !== 'month'))
          .map((value) => ({ value, label: t.linkForm.extensions[value] }))}
        onChange={onExtension}
      />
      <p id={untilId} role="status" className={css['until']}>
        {until}
      </p>
      {extension === 'date' && <ExpiryDateField date={date} error={error} onDate={onDate} />}
    </div>
  )
}
