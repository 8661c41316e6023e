import { useEffect, useRef, type ChangeEvent, type ReactNode } from 'react'
import styles from './Checkbox.module.css'

interface CheckboxBase {
  checked: boolean | 'mixed'
  onChange: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void
  disabled?: boolean
  /** Says that it keeps its value for now, of which `onChange` takes care; unlike a disabled one it keeps the focus. */
  'aria-disabled'?: true | undefined
  tabIndex?: number
  /** Whether it is pale until the row is hovered or focused. */
  faint?: boolean
}

/** A checkbox names itself by a visible label or, alone in a row, by `name`. */
export type CheckboxProps = CheckboxBase &
  ({ name: string; children?: never } | { children: ReactNode; name?: never })

export function Checkbox({
  checked,
  onChange,
  disabled,
  'aria-disabled': ariaDisabled,
  tabIndex,
  faint = false,
  name,
  children,
}: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = checked === 'mixed'
  }, [checked])

  const input = (
    <input
      ref={ref}
      type="checkbox"
      className={`${styles['box']} ${faint ? styles['faint'] : ''}`}
      checked={checked === true}
      disabled={disabled}
      aria-disabled={ariaDisabled}
      tabIndex={tabIndex}
      aria-label={name}
      onChange={(event) => onChange(event.target.checked, event)}
    />
  )
  if (children === undefined) return input
  return (
    <label className={styles['label']}>
      {input}
      <span>{children}</span>
    </label>
  )
}
