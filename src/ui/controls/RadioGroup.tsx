import { useId, type ReactNode } from 'react'
import styles from './RadioGroup.module.css'

interface OptionChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode; lang?: string }[]
  onChange: (value: Value) => void
  /** Whether it has no frame, and a label for screen readers only. */
  quiet?: boolean
}

/** Radio buttons in a row. An option with an icon shows its label as a tooltip. */
export function RadioGroup<Value extends string>({
  label,
  value,
  options,
  onChange,
  quiet = false,
}: OptionChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={quiet ? styles['quiet'] : styles['choice']}>
      <legend className={quiet ? 'sr-only' : undefined}>{label}</legend>
      <div className={styles['options']}>
        {options.map((option) => (
          <label
            key={option.value}
            data-tooltip={option.icon ? option.label : undefined}
            lang={option.lang}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            <span className={option.icon ? 'sr-only' : undefined}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
