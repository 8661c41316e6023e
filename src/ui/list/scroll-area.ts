/** Height in px of what stays over the rows where the page scrolls as one: the first line of the selection bar. */
const barHeight = 52

/**
 * What scrolls the rows of a grid: the grid itself, or the whole page in windows that are too low for both
 * (VirtualGrid.module.css). `above` is the height of what scrolls before the rows, `height` that of the visible part, in px.
 */
export function measureScrollArea(grid: HTMLElement): {
  area: HTMLElement
  above: number
  height: number
} {
  const isOfPage = getComputedStyle(grid).overflowY === 'hidden' && grid.closest('[data-frame]')
  if (!isOfPage) return { area: grid, above: 0, height: grid.clientHeight }
  const page = document.documentElement
  return {
    area: page,
    above: grid.getBoundingClientRect().top + grid.clientTop + page.scrollTop - barHeight,
    height: page.clientHeight - barHeight,
  }
}
