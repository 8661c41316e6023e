import { Fragment, type ReactNode } from 'react'
import { phoneQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import styles from './FilterChips.module.css'

/** A filter, or what stands between filters. */
export type FilterChip = {
  readonly key: string
  /** Whether it is in force. */
  readonly isOn?: boolean
  readonly chip: ReactNode
}

/** Windows in which the row scrolls instead of having a second line. */
export const narrowListQuery = '(max-width: 759.98px)'

/**
 * The row of filters above a list. Where it scrolls it begins with the filters that are in force, for the eye, the Tab
 * key and screen readers alike: React gives the focus back to a chip that it has moved.
 */
export function FilterChipRow({
  label,
  wraps = false,
  chips,
}: {
  label: string
  /** Whether it has a second line where there is room for it. */
  wraps?: boolean
  chips: readonly FilterChip[]
}) {
  const isNarrow = useMediaQuery(narrowListQuery)
  const ordered = isNarrow
    ? chips.toSorted((a, b) => Number(b.isOn ?? false) - Number(a.isOn ?? false))
    : chips
  return (
    // The chips are what is pressed; one that has been is shown where it is then.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={label}
      className={styles['group']}
      data-wraps={wraps || undefined}
      onClick={({ currentTarget, target }) => {
        // A menu beside its chip stays where the chip is.
        const isMenu = target instanceof Element && target.closest('[aria-haspopup]') !== null
        if (!isMenu || matchMedia(phoneQuery).matches) currentTarget.scrollLeft = 0
      }}
    >
      {ordered.map(({ key, chip }) => (
        <Fragment key={key}>{chip}</Fragment>
      ))}
    </div>
  )
}
