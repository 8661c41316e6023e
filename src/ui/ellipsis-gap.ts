import styles from './TruncatedName.module.css'

/** The px between the ellipsis and the extension: without them "….png" reads as four dots. */
const space = 1.5

/** Widths of the ellipsis in px, by font. */
const ellipses = new Map<string, number>()

function ellipsisWidth(stem: Element, style: CSSStyleDeclaration): number {
  const font = `${style.fontFamily} ${style.fontSize} ${style.fontWeight}`
  let width = ellipses.get(font)
  if (width === undefined) {
    const probe = document.createElement('span')
    probe.className = styles['probe'] ?? ''
    probe.textContent = '…'
    stem.parentElement?.append(probe)
    width = probe.getBoundingClientRect().width
    probe.remove()
    ellipses.set(font, width)
  }
  return width
}

/** The px that are left free behind the ellipsis of a shortened text, beyond `space`; 0 when all of it fits. */
function gapOf(stem: Element): number {
  const text = stem.firstChild
  if (!(text instanceof Text) || stem.scrollWidth <= stem.clientWidth) return 0
  const style = getComputedStyle(stem)
  if (style.direction === 'rtl') return 0
  const range = document.createRange()
  const widthOf = (end: number) => {
    range.setStart(text, 0)
    range.setEnd(text, end)
    return range.getBoundingClientRect().width
  }
  const room = stem.getBoundingClientRect().width - ellipsisWidth(stem, style)
  let [fits, tooMany] = [0, text.length]
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (widthOf(middle) <= room) fits = middle
    else tooMany = middle
  }
  return Math.max(0, room - widthOf(fits) - space)
}

/**
 * Moves the extensions behind shortened names up to the ellipsis: browsers cut between letters, which leaves up to the
 * width of a letter free. Layout stays as it is.
 */
export function closeEllipsisGaps(stems: readonly Element[]): void {
  const gaps = stems.map(gapOf)
  for (const [index, stem] of stems.entries()) {
    const extension = stem.nextElementSibling
    const gap = gaps[index] ?? 0
    if (extension instanceof HTMLElement)
      extension.style.translate = gap > 0.5 ? `-${gap.toFixed(1)}px` : ''
  }
}

// Letters have other widths then.
document.fonts?.addEventListener('loadingdone', () => {
  ellipses.clear()
  closeEllipsisGaps([...document.getElementsByClassName(styles['stem'] ?? '')])
})
