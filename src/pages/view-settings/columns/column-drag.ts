/** Dragging within this distance of an edge of the scroll container scrolls it. */
const scrollEdgePx = 36
/** Distance per animation frame. */
const scrollStepPx = 8

type Drag = {
  /** The element that captures the pointer. */
  handle: HTMLElement
  pointerId: number
  /** Where the drag started, in px from the top of the window. */
  startY: number
  /** The rows that can be reordered, in order. */
  rows: readonly HTMLElement[]
  /** Index of the dragged row. */
  from: number
  /** Called with the new index when the row is dropped at another one. */
  onDrop: (to: number) => void
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return null
}

/** Moves a row with the pointer and shifts the others, until the row is dropped. Escape cancels. */
export function dragColumnRow({ handle, pointerId, startY, rows, from, onDrop }: Drag): void {
  const dragged = rows[from]
  if (!dragged) return
  const boxes = rows.map((row) => row.getBoundingClientRect())
  const box = boxes[from] as DOMRect
  const step = (boxes[1]?.top ?? 0) - (boxes[0]?.top ?? 0) || box.height
  const scroller = scrollerOf(dragged)
  const scrolledAt = scroller?.scrollTop ?? 0
  let pointerY = startY
  let to = from
  let frame = 0
  const stop = new AbortController()

  const draw = () => {
    const by = pointerY - startY + (scroller?.scrollTop ?? 0) - scrolledAt
    dragged.style.transform = `translateY(${by}px)`
    const middle = box.top + box.height / 2 + by
    to = boxes.filter((each, at) => at !== from && each.top + each.height / 2 < middle).length
    for (const [at, row] of rows.entries()) {
      if (at === from) continue
      const offset = at > from && at <= to ? -step : at < from && at >= to ? step : 0
      row.dataset['shifted'] = ''
      row.style.transform = offset === 0 ? '' : `translateY(${offset}px)`
    }
  }
  const follow = () => {
    const viewport = scroller?.getBoundingClientRect()
    if (scroller && viewport) {
      if (pointerY < viewport.top + scrollEdgePx) scroller.scrollTop -= scrollStepPx
      else if (pointerY > viewport.bottom - scrollEdgePx) scroller.scrollTop += scrollStepPx
    }
    draw()
    frame = requestAnimationFrame(follow)
  }
  const end = (isDropped: boolean) => {
    cancelAnimationFrame(frame)
    stop.abort()
    for (const row of rows) {
      row.style.transform = ''
      delete row.dataset['shifted']
    }
    delete dragged.dataset['dragged']
    if (isDropped && to !== from) onDrop(to)
  }

  const { signal } = stop
  dragged.dataset['dragged'] = ''
  handle.setPointerCapture(pointerId)
  handle.addEventListener(
    'pointermove',
    ({ clientY }) => {
      pointerY = clientY
    },
    { signal },
  )
  handle.addEventListener(
    'pointerup',
    ({ clientY }) => {
      pointerY = clientY
      draw()
      end(true)
    },
    { signal },
  )
  handle.addEventListener('pointercancel', () => end(false), { signal })
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      end(false)
    },
    { capture: true, signal },
  )
  frame = requestAnimationFrame(follow)
}
