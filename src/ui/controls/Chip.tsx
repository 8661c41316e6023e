import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import styles from './Chip.module.css'

export interface ChipProps {
  /** Absent for a chip that is a plain button. */
  pressed?: boolean
  onToggle: () => void
  children: ReactNode
  /** A text for a number that is not the whole truth. */
  count?: number | string
  title?: string | undefined
  icon?: ReactNode
  disabled?: boolean
}

/** A toggle for a filter. */
export function Chip({ pressed, onToggle, children, count, title, icon, disabled }: ChipProps) {
  const { t } = useI18n()
  return (
    <button
      type="button"
      className={styles['chip']}
      aria-pressed={pressed}
      disabled={disabled}
      title={title}
      onClick={onToggle}
    >
      {icon}
      {children}
      {count !== undefined && (
        <>
          {' '}
          <span className={styles['count']}>
            {typeof count === 'number' ? t.common.number(count) : count}
          </span>
        </>
      )}
    </button>
  )
}
