import type { ReactNode } from 'react'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import css from './NarrowRowCell.module.css'

/** A row as a card of two lines, for narrow screens: its name above its details. */
export function NarrowRowCell({
  icon,
  name,
  mark,
  detailsClassName = '',
  details,
  more,
  field,
  children,
}: {
  icon: ReactNode
  name: string
  /** It follows the name. */
  mark?: ReactNode
  detailsClassName?: string | undefined
  details: ReactNode
  /** A third line. */
  more?: ReactNode
  /** An input that takes the place of name and details. */
  field?: ReactNode
  children?: ReactNode
}) {
  return (
    <div role="gridcell" className={css['card']}>
      {icon}
      {field ?? (
        <div className={css['text']}>
          <div className={css['name']}>
            <TruncatedName name={name} />
            {mark}
          </div>
          <div className={`${css['details']} ${detailsClassName}`}>{details}</div>
          {more}
        </div>
      )}
      {children}
    </div>
  )
}
