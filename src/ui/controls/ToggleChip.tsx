import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import styles from './ToggleChip.module.css'

export interface ChipProps {
  /** Absent for a chip that is a plain button. */
  pressed?: boolean
  onToggle: () => void
  /** Whether it stands for no filter at all: when it is pressed nothing can be taken away. */
  isAll?: boolean
  children: ReactNode
  count?: number
  /** Whether there may be more. The sign for it takes no space, so that nothing moves when it goes. */
  isAtLeast?: boolean
  tooltip?: string | undefined
  icon?: ReactNode
  disabled?: boolean
}

export function ToggleChip({
  pressed,
  onToggle,
  isAll = false,
  children,
  count,
  isAtLeast,
  tooltip,
  icon,
  disabled,
}: ChipProps) {
  const { t } = useI18n()
  return (
    <button
      type="button"
      className={styles['chip']}
      aria-pressed={pressed}
      disabled={disabled}
      data-tooltip={tooltip}
      onClick={onToggle}
    >
      {icon}
      {children}
      {count !== undefined && (
        <>
          {' '}
          <span className={styles['count']}>
            {t.common.number(count)}
            {isAtLeast && <span className={styles['more']}>+</span>}
          </span>
        </>
      )}
      {pressed && !isAll && <X aria-hidden="true" />}
    </button>
  )
}
