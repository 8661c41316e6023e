import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { readWholeNumber } from '#src/lib/numbers/whole-number.ts'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'

/** A whole number within bounds. Other text stays in the field, with an error message. */
export function NumberField({
  label,
  hideLabel = false,
  value,
  invalidText,
  min,
  max,
  error,
  hint,
  end,
  disabled,
  onValue,
  onInvalidText,
  onEnd,
  className,
}: {
  label: string
  hideLabel?: boolean
  value: number
  /** Text in the field that is not a valid number. */
  invalidText: string | undefined
  min: number
  max: number
  /** Error of the service about the value. */
  error?: string | undefined
  hint?: string
  end?: ReactNode
  disabled?: boolean
  onValue: (value: number) => void
  onInvalidText: (text: string) => void
  onEnd: () => void
  className?: string | undefined
}) {
  const { t } = useI18n()
  const parsed = invalidText === undefined ? undefined : readWholeNumber(invalidText, { min, max })
  const fault =
    parsed && 'fault' in parsed ? t.viewSettings.faults[parsed.fault](min, max) : undefined
  return (
    <TextField
      label={label}
      hideLabel={hideLabel}
      inputMode="numeric"
      autoComplete="off"
      value={invalidText ?? String(value)}
      error={fault ?? error}
      hint={hint}
      end={end}
      disabled={disabled}
      {...(className && { className })}
      onChange={({ target }) => {
        const input = readWholeNumber(target.value, { min, max })
        if ('value' in input) onValue(input.value)
        else onInvalidText(target.value)
      }}
      onBlur={onEnd}
    />
  )
}
