import styles from './ProgressBar.module.css'

export interface ProgressBarProps {
  /** What is going on, in words. */
  name: string
  /** How much of `max` is done; left out while that is not known. */
  value?: number
  max?: number
  /** What screen readers say instead of a percentage: "128 of 412". */
  text?: string
}

export function ProgressBar({ name, value, max = 100, text }: ProgressBarProps) {
  const part = value === undefined || max <= 0 ? undefined : Math.min(1, Math.max(0, value / max))
  return (
    <div
      className={styles['bar']}
      role="progressbar"
      aria-label={name}
      aria-valuemin={part === undefined ? undefined : 0}
      aria-valuemax={part === undefined ? undefined : max}
      aria-valuenow={part === undefined ? undefined : part * max}
      aria-valuetext={text}
    >
      <span
        className={part === undefined ? styles['endless'] : styles['fill']}
        style={part === undefined ? undefined : { inlineSize: `${part * 100}%` }}
      />
    </div>
  )
}
