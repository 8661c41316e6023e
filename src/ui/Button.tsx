import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Spinner } from './Spinner.tsx'
import styles from './Button.module.css'

export type ButtonKind = 'primary' | 'default' | 'quiet' | 'danger'

interface Look {
  kind?: ButtonKind
  small?: boolean
  /** An icon before the label, decorative: the label names the button. */
  icon?: ReactNode
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Work is under way: the button keeps its width, its focus and its name, and does nothing. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** The classes of a button, for elements that are not ours to render (a router's link). */
export function buttonClass(
  { kind = 'default', small = false }: Look = {},
  extra?: string,
): string {
  return [styles['button'], styles[kind], small && styles['small'], extra].filter(Boolean).join(' ')
}

/** A button in words. `type` is `button` unless given, so that none submits a form by accident. */
export function Button({
  kind,
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
      className={buttonClass({ ...(kind && { kind }), ...(small && { small }) }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
