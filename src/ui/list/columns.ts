export type Column = {
  key: string
  label: string
  /** A track of CSS grid. */
  track: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  isNumeric?: boolean
  isSortable?: boolean
}

export type Sort = { by: string; direction: 'asc' | 'desc' }

/** The sort after a click on a column: the other direction when it is sorted by that column already. */
export function nextSort(
  sort: Sort,
  by: string,
  firstDirection: (by: string) => Sort['direction'],
): Sort {
  if (sort.by !== by) return { by, direction: firstDirection(by) }
  return { by, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
}
