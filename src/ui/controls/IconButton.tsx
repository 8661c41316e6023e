import { type ButtonHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { buttonClass, type ButtonVariant } from './Button.tsx'
import styles from './IconButton.module.css'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'> {
  name: string
  /** Id of the element whose text follows the name, where several buttons have the same one. */
  subjectId?: string
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
  subjectId,
  icon,
  variant = 'quiet',
  small = false,
  className,
  ...rest
}: IconButtonProps) {
  const id = useId()
  return (
    <button
      type="button"
      data-tooltip={tooltip}
      {...(subjectId && { id, 'aria-labelledby': `${id} ${subjectId}` })}
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
