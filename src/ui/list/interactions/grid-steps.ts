type Grid = {
  count: number
  /** The item that is `by` lines below another; it need not exist. */
  byLines: (index: number, by: number) => number
  rowsPerPage: number
  /** Items by which the right arrow moves: -1 where text runs from right to left, 0 where it does not move. */
  stepRight: -1 | 0 | 1
}

/** The index of the item to which a key leads from `index`; undefined for keys that do not move. */
export function indexAfterKey(
  key: string,
  index: number,
  { count, byLines, rowsPerPage, stepRight }: Grid,
): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return stepRight === 0 ? undefined : index + stepRight
    case 'ArrowLeft':
      return stepRight === 0 ? undefined : index - stepRight
    case 'ArrowDown':
      return byLines(index, 1)
    case 'ArrowUp':
      return byLines(index, -1)
    case 'PageDown':
      return byLines(index, rowsPerPage)
    case 'PageUp':
      return byLines(index, -rowsPerPage)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
