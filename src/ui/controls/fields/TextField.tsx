import { CircleAlert } from 'lucide-react'
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import styles from './Field.module.css'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** What is wrong, in one sentence; replaces the hint and marks the field invalid. */
  error?: ReactNode
  hint?: ReactNode
  hideLabel?: boolean
  /** Controls at the end of the field, such as revealing a password. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** One line of text with its label above and its hint or error below, tied to it for screen readers. */
export function TextField({
  label,
  error,
  hint,
  hideLabel = false,
  end,
  className,
  ...rest
}: TextFieldProps) {
  const own = useId()
  const id = rest.id ?? own
  const note = error ?? hint
  return (
    <div className={[styles['field'], className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : styles['label']}>
        {label}
      </label>
      <div className={styles['control']}>
        <input
          type="text"
          {...rest}
          id={id}
          className={styles['input']}
          aria-invalid={error ? true : undefined}
          aria-describedby={
            [note && `${id}-note`, rest['aria-describedby']].filter(Boolean).join(' ') || undefined
          }
        />
        {end}
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? styles['error'] : styles['hint']}>
          {error && <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />}
          <span>{note}</span>
        </p>
      )}
    </div>
  )
}
