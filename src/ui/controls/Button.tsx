import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import styles from './Button.module.css'

/** `destructive` is the filled button that confirms a deletion; `danger` is one that leads to the question. */
export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'destructive'

interface Look {
  variant?: ButtonVariant
  small?: boolean
  /** An icon before the label, decorative: the label names the button. */
  icon?: ReactNode
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** A busy button keeps width, focus and name, and ignores clicks. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** The classes of a button, for other elements such as links. */
export function buttonClass(
  { variant = 'default', small = false }: Look = {},
  extra?: string,
): string {
  return [styles['button'], styles[variant], small && styles['small'], extra]
    .filter(Boolean)
    .join(' ')
}

/** A button with a text label. `type` is `button` by default, so that it never submits a form by accident. */
export function Button({
  variant,
  small,
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ ...(variant && { variant }), ...(small && { small }) }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
