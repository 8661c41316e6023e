import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** The place of an element's row in its list, -1 outside of rows. */
export function rowIndexOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset['index']) : -1
}

type Focus = { slot: number; index: number; slots: Uint32Array }

/** Where focus goes when rows leave, arrive or move: with its row, else to the next that is left, else to the one before. */
function follow({ slot, index, slots: before }: Focus, slots: Uint32Array): Focus {
  if (slot < 0) return { slot, index: 0, slots }
  const found = slots.indexOf(slot)
  if (found >= 0) return { slot, index: found, slots }
  const left = new Set(slots)
  const at = Math.min(index, before.length - 1)
  const near = (step: 1 | -1) => {
    for (let i = at; i >= 0 && i < before.length; i += step) {
      const other = before[i] as number
      if (left.has(other)) return other
    }
    return -1
  }
  const next = near(1)
  const other = next >= 0 ? next : near(-1)
  return { slot: other, index: Math.max(0, slots.indexOf(other)), slots }
}

/**
 * The one tab stop of a list of rows. It follows its row; rows that are sorted in around a row with focus move, that
 * row does not. `revealSlot` is gone to once, as soon as it is there.
 */
export function useRowFocus({
  scroller,
  slots,
  rowHeight,
  lanes = 1,
  revealSlot,
}: {
  scroller: RefObject<HTMLElement | null>
  slots: Uint32Array
  rowHeight: number
  /** How many rows lie beside each other. */
  lanes?: number
  revealSlot: number | undefined
}) {
  const wantsFocus = useRef(false)
  const lastFocused = useLastFocused(scroller)
  const [kept, setFocus] = useState<Focus>({ slot: -1, index: 0, slots })
  let focus = kept
  if (kept.slots !== slots) setFocus((focus = follow(kept, slots)))
  const focusIndex = Math.min(focus.index, slots.length - 1)

  const topOf = (index: number) => Math.floor(index / lanes) * rowHeight

  const drawnAt = useRef(focusIndex)
  useLayoutEffect(() => {
    const list = scroller.current
    const before = topOf(drawnAt.current)
    const by = topOf(focusIndex) - before
    if (!list || by === 0) return
    const isInRow = list.contains(document.activeElement) && rowIndexOf(document.activeElement) >= 0
    const wasSeen =
      before > list.scrollTop - rowHeight && before < list.scrollTop + list.clientHeight
    if (wasSeen && (isInRow || isLost(lastFocused.current))) list.scrollTop += by
    // Only for rows that come, go or move; keys scroll by themselves.
    // eslint-disable-next-line react/exhaustive-deps
  }, [slots])

  useLayoutEffect(() => {
    drawnAt.current = focusIndex
    const list = scroller.current
    if (!list || (!wantsFocus.current && !isLost(lastFocused.current))) return
    wantsFocus.current = false
    list.querySelector<HTMLElement>(`[data-index="${focusIndex}"]`)?.focus({ preventScroll: true })
  })

  const focusOn = (index: number) => {
    const slot = slots[index]
    if (slot !== undefined) setFocus({ slot, index, slots })
  }

  const moveTo = (index: number) => {
    const list = scroller.current
    if (!list || slots[index] === undefined) return
    // What sticks to the top hides rows.
    let head = 0
    for (const part of list.querySelectorAll<HTMLElement>('[data-sticky]')) {
      head += part.offsetHeight
    }
    const top = topOf(index)
    if (top < list.scrollTop) list.scrollTop = top
    else if (top + rowHeight + head > list.scrollTop + list.clientHeight)
      list.scrollTop = top + rowHeight + head - list.clientHeight
    wantsFocus.current = true
    focusOn(index)
  }

  const revealed = useRef<number | undefined>(undefined)
  const isThere = revealSlot !== undefined && slots.includes(revealSlot)
  useLayoutEffect(() => {
    if (revealSlot === undefined) revealed.current = undefined
    else if (isThere && revealed.current !== revealSlot) {
      revealed.current = revealSlot
      moveTo(slots.indexOf(revealSlot))
    }
    // Once: from then on it has focus, and what has focus stays where it is.
    // eslint-disable-next-line react/exhaustive-deps
  }, [revealSlot, isThere])

  return {
    focusIndex,
    focusOn,
    moveTo,
    onFocus: (event: FocusEvent) => {
      const index = rowIndexOf(event.target)
      if (index >= 0 && slots[index] !== focus.slot) focusOn(index)
    },
  }
}

/** Whether focus went with the element that had it. */
const isLost = (last: Element | null): boolean =>
  last !== null && !last.isConnected && document.activeElement === document.body

/**
 * What had focus last, if it is in the list. Listened to past React, which is deaf while it changes the document: focus
 * that a closing dialog gives back would be missed.
 */
function useLastFocused(scroller: RefObject<HTMLElement | null>): RefObject<Element | null> {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const note = ({ target }: Event) => {
      const isHere = target instanceof Element && scroller.current?.contains(target)
      last.current = isHere ? target : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [scroller])
  return last
}
