import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { buttonClass, type ButtonVariant } from './Button.tsx'
import styles from './IconButton.module.css'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'> {
  name: string
  /** By default its accessible name. */
  tooltip?: string
  icon: ReactNode
  variant?: ButtonVariant
  small?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  name,
  tooltip = name,
  icon,
  variant = 'quiet',
  small = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      data-tooltip={tooltip}
      {...rest}
      aria-label={name}
      className={buttonClass(
        { variant, small },
        [styles['icon'], className].filter(Boolean).join(' '),
      )}
    >
      {icon}
    </button>
  )
}
