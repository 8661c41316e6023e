/** How near to an edge of what scrolls a row has to come, in px, and how far that scrolls in a frame. */
const edge = 36
const pace = 8

type Drag = {
  /** What the pointer holds. */
  handle: HTMLElement
  pointerId: number
  /** Where the pointer went down, in px from the top of the window. */
  startY: number
  /** The rows that change places, in their order. */
  rows: readonly HTMLElement[]
  /** Place of the row that is dragged. */
  from: number
  /** The row was let go at this place. */
  onDrop: (to: number) => void
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return null
}

/** Lets a row follow the pointer while the others make room, until it is let go. Escape puts it back. */
export function dragRow({ handle, pointerId, startY, rows, from, onDrop }: Drag): void {
  const dragged = rows[from]
  // It may have been let go while this was fetched.
  if (!dragged || !handle.matches(':active')) return
  const boxes = rows.map((row) => row.getBoundingClientRect())
  const own = boxes[from] as DOMRect
  const step = (boxes[1]?.top ?? 0) - (boxes[0]?.top ?? 0) || own.height
  const scroller = scrollerOf(dragged)
  const scrolledAt = scroller?.scrollTop ?? 0
  let pointerY = startY
  let to = from
  let frame = 0
  const stop = new AbortController()

  const draw = () => {
    const by = pointerY - startY + (scroller?.scrollTop ?? 0) - scrolledAt
    dragged.style.transform = `translateY(${by}px)`
    const middle = own.top + own.height / 2 + by
    to = boxes.filter((box, at) => at !== from && box.top + box.height / 2 < middle).length
    for (const [at, row] of rows.entries()) {
      if (at === from) continue
      const makesRoom = at > from && at <= to ? -step : at < from && at >= to ? step : 0
      row.dataset['makingRoom'] = ''
      row.style.transform = makesRoom === 0 ? '' : `translateY(${makesRoom}px)`
    }
  }
  const follow = () => {
    const room = scroller?.getBoundingClientRect()
    if (scroller && room) {
      if (pointerY < room.top + edge) scroller.scrollTop -= pace
      else if (pointerY > room.bottom - edge) scroller.scrollTop += pace
    }
    draw()
    frame = requestAnimationFrame(follow)
  }
  const end = (isDropped: boolean) => {
    cancelAnimationFrame(frame)
    stop.abort()
    for (const row of rows) {
      row.style.transform = ''
      delete row.dataset['makingRoom']
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
