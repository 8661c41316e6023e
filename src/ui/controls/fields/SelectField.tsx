import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import styles from './Field.module.css'

export interface SelectFieldProps extends ComponentProps<'select'> {
  label: string
  hideLabel?: boolean
  /** What is wrong, in one sentence; marks the field invalid. */
  error?: string | undefined
  hint?: string
  options: readonly { value: string; label: string }[]
}

export function SelectField({
  label,
  hideLabel = false,
  error,
  hint,
  options,
  className,
  ...rest
}: SelectFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={[styles['field'], className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : styles['label']}>
        {label}
      </label>
      <div className={styles['control']}>
        <select
          {...rest}
          id={id}
          className={styles['select']}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          {...(styles['chevron'] && { className: styles['chevron'] })}
        />
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? styles['error'] : styles['hint']}>
          <span>{note}</span>
        </p>
      )}
    </div>
  )
}
