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
  /** Whether there may be more, or fewer. The sign for it takes no space, so that nothing moves when it goes. */
  bound?: 'atLeast' | 'atMost' | undefined
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
  bound: countBound,
  tooltip,
  icon,
  disabled,
}: ChipProps) {
  const { t } = useI18n()
  const shown = t.common.number(count ?? 0)
  // At most none is none.
  const bound = countBound === 'atMost' && count === 0 ? undefined : countBound
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
          {bound && (
            <span className="sr-only">
              {bound === 'atLeast' ? t.common.atLeast(shown) : t.common.atMost(shown)}
            </span>
          )}
          <span aria-hidden={bound !== undefined || undefined} className={styles['count']}>
            {shown}
            {bound && <span className={styles['bound']}>{bound === 'atLeast' ? '+' : '−'}</span>}
          </span>
        </>
      )}
      {pressed && !isAll && <X aria-hidden="true" />}
    </button>
  )
}
