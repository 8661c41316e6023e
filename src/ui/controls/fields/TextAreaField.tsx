import { useId, type TextareaHTMLAttributes } from 'react'
import styles from './Field.module.css'

/** Several lines of text with a label above. It is as high as its text, up to ten lines. */
export function TextAreaField({
  label,
  value,
  ...rest
}: { label: string; value: string } & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        className={styles['area']}
        rows={Math.min(value.split('\n').length + 1, 10)}
        value={value}
      />
    </div>
  )
}
