import { uniqueNumber } from '#src/lib/numbers/unique-number.ts'

/** A place in the window, such as that of the pointer, in CSS pixels. */
interface Point {
  x: number
  y: number
}

/** What a menu or a popover is beside. A point stays the same object between renders. */
export type Anchor = HTMLElement | Point

/** Lets CSS place `popover` beside `anchor` until the returned function is called. An element may have several at once. */
export function connectToAnchor(popover: HTMLElement, anchor: HTMLElement): () => void {
  const name = `--anchor-${uniqueNumber()}`
  const otherNames = () =>
    anchor.style
      .getPropertyValue('anchor-name')
      .split(/[\s,]+/)
      .filter((each) => each.startsWith('--') && each !== name)
  anchor.style.setProperty('anchor-name', [...otherNames(), name].join(', '))
  popover.style.setProperty('position-anchor', name)
  return () => {
    const others = otherNames()
    if (others.length > 0) anchor.style.setProperty('anchor-name', others.join(', '))
    else anchor.style.removeProperty('anchor-name')
  }
}
