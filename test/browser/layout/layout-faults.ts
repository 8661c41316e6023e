import type { Page } from 'playwright-core'

/**
 * What of the page that is shown cannot be seen or reached: a page that scrolls sideways, what runs out of the window,
 * controls that something else lies over, and words that are cut without saying so. Runs in the page.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const faults =
      scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : []
    const opened = document.querySelectorAll(
      'dialog:modal, :is([role=menu], [role=dialog]):popover-open',
    )
    const top = [...opened].at(-1) ?? document.body
    const nameOf = (each: Element) =>
      `${each.tagName.toLowerCase()} ${(each.getAttribute('aria-label') ?? each.textContent).trim().slice(0, 40)}`
    /** Only screen readers find it, such as the checkboxes of cards that a long press selects. */
    const isClipped = (each: Element) =>
      each.closest('.sr-only') ??
      (each.parentElement && getComputedStyle(each.parentElement).clipPath === 'inset(50%)')
    const isShown = (each: Element) => {
      const box = each.getBoundingClientRect()
      return (
        each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        box.width > 1 &&
        box.height > 1 &&
        !isClipped(each)
      )
    }
    /** Whether it is in something that is scrolled sideways or clips it on purpose. */
    const isScrolled = (each: Element) => {
      for (let up = each.parentElement; up && up !== top.parentElement; up = up.parentElement) {
        const { overflowX } = getComputedStyle(up)
        if (overflowX !== 'visible' && up.scrollWidth > up.clientWidth + 1) return true
      }
      return false
    }
    const controls = 'button, a[href], input, select, textarea, [role=separator]'
    for (const each of top.querySelectorAll(
      `${controls}, h1, h2, h3, p, dt, dd, label, img, td, th`,
    )) {
      if (!isShown(each) || isScrolled(each)) continue
      const { left, right } = each.getBoundingClientRect()
      if (left < -1 || right > innerWidth + 1)
        faults.push(`${nameOf(each)} is at ${Math.round(left)} to ${Math.round(right)} px`)
    }
    /** Whether a point of it is scrolled out of sight. */
    const isScrolledAway = (each: Element, x: number, y: number) => {
      for (let up = each.parentElement; up && up !== top.parentElement; up = up.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(up)
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const box = up.getBoundingClientRect()
        if (x < box.left || x > box.right || y < box.top || y > box.bottom) return true
      }
      return false
    }
    for (const each of top.querySelectorAll(controls)) {
      if (!isShown(each)) continue
      const { left, top: above, width, height } = each.getBoundingClientRect()
      const [x, y] = [left + width / 2, above + height / 2]
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue
      if (isScrolledAway(each, x, y)) continue
      const over = document.elementFromPoint(x, y)
      if (!over || getComputedStyle(each).pointerEvents === 'none') continue
      const label = each.closest('label')
      if (each.contains(over) || over.contains(each) || label?.contains(over)) continue
      // Details lie over the list on purpose; rows are scrolled under the head of their list and the bars around it.
      if (over.closest('aside') && !each.closest('aside')) continue
      const row = each.closest('[data-index], [role=option], [role=treeitem]')
      const list = row?.closest('[role=grid], [role=listbox], [role=tree]')
      if (list && (!list.contains(over) || over.closest('[data-sticky]'))) continue
      faults.push(`${nameOf(each)} is under ${nameOf(over)}`)
    }
    for (const each of top.querySelectorAll('button, h1, h2, dt, [role=status]')) {
      if (!isShown(each) || each.closest('[data-index]')) continue
      const style = getComputedStyle(each)
      if (
        style.overflowX !== 'visible' &&
        style.textOverflow !== 'ellipsis' &&
        each.scrollWidth > each.clientWidth + 1
      )
        faults.push(`${nameOf(each)} is cut by ${each.scrollWidth - each.clientWidth} px`)
    }
    return faults
  })
