/** Height in px of what stays over the rows where the page scrolls as one: the first line of the selection bar. */
const barHeight = 52

/**
 * What scrolls the rows of a grid: the grid itself, or the whole page in windows that are too low for both
 * (VirtualGrid.module.css). `above` is the height of what scrolls before the rows, `height` that of the visible part, in px.
 */
export function scrollAreaOf(grid: HTMLElement): {
  area: HTMLElement
  above: number
  height: number
} {
  const page =
    getComputedStyle(grid).overflowY === 'hidden' && grid.closest<HTMLElement>('[data-frame]')
  if (!page) return { area: grid, above: 0, height: grid.clientHeight }
  const [top, edge] = [grid, page].map((each) => each.getBoundingClientRect().top) as [
    number,
    number,
  ]
  return {
    area: page,
    above: top + grid.clientTop - edge + page.scrollTop - barHeight,
    height: page.clientHeight - barHeight,
  }
}
