import { useId, type ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import styles from './Field.module.css'

export interface SelectProps<Value extends string> {
  label: string
  hideLabel?: boolean
  value: Value
  options: readonly { value: Value; label: string; disabled?: boolean }[]
  onChange: (value: Value) => void
  disabled?: boolean
  hint?: ReactNode
}

export function Select<Value extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
  disabled,
  hint,
}: SelectProps<Value>) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : styles['label']}>
        {label}
      </label>
      <div className={styles['control']}>
        <select
          id={id}
          className={styles['select']}
          value={value}
          disabled={disabled}
          aria-describedby={hint ? `${id}-note` : undefined}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          className={styles['chevron']}
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
        />
      </div>
      {hint && (
        <p id={`${id}-note`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  )
}
