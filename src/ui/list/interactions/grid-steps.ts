type Grid = {
  /** Items in the grid. */
  count: number
  /** Items beside each other. */
  lanes: number
  rowsPerPage: number
  /** Items by which the right arrow moves: -1 where text runs from right to left, 0 where it does not move. */
  stepRight: -1 | 0 | 1
}

/** The index of the item to which a key leads from `index`; undefined for keys that do not move. */
export function indexAfterKey(
  key: string,
  index: number,
  { count, lanes, rowsPerPage, stepRight }: Grid,
): number | undefined {
  const last = count - 1
  const byRows = (by: number) => {
    const lastRow = Math.floor(last / lanes)
    const row = Math.floor(index / lanes) + by
    // The last row may be shorter than the others.
    return Math.min(Math.max(0, Math.min(row, lastRow)) * lanes + (index % lanes), last)
  }
  switch (key) {
    case 'ArrowRight':
      return stepRight === 0 ? undefined : index + stepRight
    case 'ArrowLeft':
      return stepRight === 0 ? undefined : index - stepRight
    case 'ArrowDown':
      return byRows(1)
    case 'ArrowUp':
      return byRows(-1)
    case 'PageDown':
      return byRows(rowsPerPage)
    case 'PageUp':
      return byRows(-rowsPerPage)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
