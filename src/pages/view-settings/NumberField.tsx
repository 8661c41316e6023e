import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { readWholeNumber } from '#src/lib/whole-number.ts'
import { TextField } from '#src/ui/TextField.tsx'

/** A whole number within bounds. What is none stays in the field as it was typed, with what is wrong about it. */
export function NumberField({
  label,
  hideLabel = false,
  value,
  typed,
  min,
  max,
  error,
  hint,
  end,
  disabled,
  onValue,
  onTyped,
  onEnd,
  className,
}: {
  label: string
  hideLabel?: boolean
  value: number
  /** What stands in the field and is no such number. */
  typed: string | undefined
  min: number
  max: number
  /** What the service said about the value. */
  error?: string | undefined
  hint?: string
  end?: ReactNode
  disabled?: boolean
  onValue: (value: number) => void
  onTyped: (text: string) => void
  onEnd: () => void
  className?: string | undefined
}) {
  const { t } = useI18n()
  const read = typed === undefined ? undefined : readWholeNumber(typed, { min, max })
  const fault = read && 'fault' in read ? t.viewSettings.faults[read.fault](min, max) : undefined
  return (
    <TextField
      label={label}
      hideLabel={hideLabel}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(value)}
      error={fault ?? error}
      hint={hint}
      end={end}
      disabled={disabled}
      {...(className && { className })}
      onChange={({ target }) => {
        const wanted = readWholeNumber(target.value, { min, max })
        if ('value' in wanted) onValue(wanted.value)
        else onTyped(target.value)
      }}
      onBlur={onEnd}
    />
  )
}
