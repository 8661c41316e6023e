import type { ComponentType, MouseEvent } from 'react'

export type Column = {
  key: string
  label: string
  /** A track of CSS grid. */
  track: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  isNumeric?: boolean
  isSortable?: boolean
  /** Shown behind the label. */
  note?: string | undefined
}

/** What the head of a list offers beside sorting. */
export type ColumnHeadControls = {
  /** A component in the head of every column, such as the edge by which it is resized. */
  Control: ComponentType<{ columnKey: string }>
  /** Called when a menu is requested by pointer or key. */
  onMenu: (columnKey: string, event: MouseEvent<HTMLElement>) => void
}

export type Sort = { by: string; direction: 'asc' | 'desc' }
/** The sort of rows in an order that no column has. */
export const noSort: Sort = { by: '', direction: 'asc' }

/** `isPending`: rows are not in this order yet. */
export type ShownSort = Sort & { isPending?: boolean }

/** The sort after a click on a column: the other direction when it is sorted by that column already. */
export function nextSort(
  sort: Sort,
  by: string,
  firstDirection: (by: string) => Sort['direction'],
): Sort {
  if (sort.by !== by) return { by, direction: firstDirection(by) }
  return { by, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
}
