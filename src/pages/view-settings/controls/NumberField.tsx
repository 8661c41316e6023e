import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import { parseWholeNumber } from '#src/lib/numbers/whole-number.ts'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'

/** What is typed into a number field: numbers within the bounds, or another text, which stays in the field. */
export type NumberFieldBinding = {
  /** Text in the field that is not a valid number. */
  readonly invalidText: string | undefined
  readonly onValue: (value: number) => void
  readonly onInvalidText: (text: string) => void
  readonly onEnd: () => void
}

/** A whole number within bounds. Other text stays in the field, with an error message. */
export function NumberField({
  label,
  hideLabel = false,
  hint,
  value,
  bounds,
  input: { invalidText, onValue, onInvalidText, onEnd },
  error,
  disabled,
}: {
  label: string
  hideLabel?: boolean
  hint?: string
  value: number
  bounds: { readonly min: number; readonly max: number }
  input: NumberFieldBinding
  /** Error of the service about the value. */
  error: string | undefined
  disabled: boolean
}) {
  const messages = useViewEditorMessages()
  const parsed = invalidText === undefined ? undefined : parseWholeNumber(invalidText, bounds)
  const fault =
    parsed && 'fault' in parsed ? messages.faults[parsed.fault](bounds.min, bounds.max) : undefined
  return (
    <TextField
      label={label}
      hideLabel={hideLabel}
      inputMode="numeric"
      autoComplete="off"
      value={invalidText ?? String(value)}
      error={fault ?? error}
      hint={hint}
      disabled={disabled}
      onChange={({ target }) => {
        const parsed = parseWholeNumber(target.value, bounds)
        if ('value' in parsed) onValue(parsed.value)
        else onInvalidText(target.value)
      }}
      onBlur={onEnd}
    />
  )
}
