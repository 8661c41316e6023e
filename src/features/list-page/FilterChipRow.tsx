import type { ReactNode } from 'react'
import { phoneQuery } from '#src/ui/sizes/use-media-query.ts'
import chips from './FilterChips.module.css'

/** The row of filters above a list. On phones it scrolls, and begins with the filters that are in force. */
export function FilterChipRow({
  label,
  wraps = false,
  children,
}: {
  label: string
  /** Whether it has a second line where there is room for it. */
  wraps?: boolean
  children: ReactNode
}) {
  return (
    // The chips are what is pressed; one that has been is shown where it is then.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={label}
      className={chips['group']}
      data-wraps={wraps || undefined}
      onClick={({ currentTarget, target }) => {
        // A menu beside its chip stays where the chip is.
        const isMenu = target instanceof Element && target.closest('[aria-haspopup]') !== null
        if (!isMenu || matchMedia(phoneQuery).matches) currentTarget.scrollLeft = 0
      }}
    >
      {children}
    </div>
  )
}
