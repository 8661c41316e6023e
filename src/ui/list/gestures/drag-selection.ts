import { measureScrollArea } from '#src/ui/list/scroll-area.ts'
import type { RowInputTarget } from './gesture-target.ts'
import css from './drag-selection.module.css'

/** How far the mouse moves before it draws an area, in px. */
const minMovement = 4
/** The list scrolls while the mouse is this close to an edge, in px, by so many px a frame. */
const edge = 24
const scrollStep = 12

/** Whether the target is beside the rows and everything that does something. */
const isBlank = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('[data-index],button,a,input,[role=alert],[data-sticky]') === null

type Span = { left: number; right: number; top: number; bottom: number }

const meet = (a: Span, b: Span) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** An area that the mouse draws from the blank space of a list selects the rows that it meets. */
export function listenForDragSelection(
  grid: HTMLElement,
  target: () => RowInputTarget,
  signal: AbortSignal,
): void {
  grid.addEventListener(
    'pointerdown',
    (event) => {
      const box = grid.getBoundingClientRect()
      const x = event.clientX - box.left - grid.clientLeft
      const isOnScrollBar = x < 0 || x >= grid.clientWidth
      if (event.pointerType !== 'mouse' || event.button !== 0 || !isBlank(event.target)) return
      if (!isOnScrollBar && !target().isCards) drag(grid, target, event)
    },
    { signal },
  )
}

function drag(grid: HTMLElement, target: () => RowInputTarget, start: PointerEvent): void {
  const abort = new AbortController()
  const { signal } = abort
  const { area } = measureScrollArea(grid)
  const body = grid.querySelector('[data-body]') ?? grid
  const adds = start.ctrlKey || start.metaKey || start.shiftKey
  const before = adds
    ? target().selection.among(target().rowIndexes, target().filterKey).slice()
    : []
  // Positions are in px from the top left of the rows, which scroll.
  const origin = body.getBoundingClientRect()
  const from = { x: start.clientX - origin.left, y: start.clientY - origin.top }
  let pointer = { x: start.clientX, y: start.clientY }
  let shape: HTMLElement | undefined
  let frame = 0
  /** Where the rows are that have been drawn so far, by index. */
  const spans = new Map<number, Span>()

  const update = () => {
    const { left, top } = body.getBoundingClientRect()
    const to = { x: pointer.x - left, y: pointer.y - top }
    const drawn: Span = {
      left: Math.min(from.x, to.x),
      right: Math.max(from.x, to.x),
      top: Math.min(from.y, to.y),
      bottom: Math.max(from.y, to.y),
    }
    for (const element of body.querySelectorAll<HTMLElement>('[data-index]')) {
      const row = element.getBoundingClientRect()
      spans.set(Number(element.dataset['index']), {
        left: row.left - left,
        right: row.right - left,
        top: row.top - top,
        bottom: row.bottom - top,
      })
    }
    const { rowIndexes, selection } = target()
    const met = [...spans].filter(([, span]) => meet(span, drawn)).map(([index]) => index)
    const last = Math.max(...met)
    // Rows in between may never have been drawn, since the wheel has jumped over them.
    for (let index = Math.min(...met); index < last; index++) {
      if (!spans.has(index)) met.push(index)
    }
    selection.replace(
      Uint32Array.from(new Set([...before, ...met.flatMap((index) => rowIndexes[index] ?? [])])),
    )
    draw(drawn, left, top)
  }

  const draw = (drawn: Span, left: number, top: number) => {
    if (!shape) {
      shape = document.createElement('div')
      shape.className = css['area'] ?? ''
      document.body.append(shape)
    }
    const clip = area.getBoundingClientRect()
    const first = Math.max(drawn.top + top, clip.top)
    const side = Math.max(drawn.left + left, clip.left)
    Object.assign(shape.style, {
      left: `${side}px`,
      top: `${first}px`,
      width: `${Math.max(0, Math.min(drawn.right + left, clip.right) - side)}px`,
      height: `${Math.max(0, Math.min(drawn.bottom + top, clip.bottom) - first)}px`,
    })
  }

  const scrollAtEdge = () => {
    const { top, bottom } = area.getBoundingClientRect()
    const by = pointer.y < top + edge ? -scrollStep : pointer.y > bottom - edge ? scrollStep : 0
    if (by !== 0) area.scrollTop += by
    frame = requestAnimationFrame(scrollAtEdge)
  }

  addEventListener(
    'pointermove',
    (event) => {
      pointer = { x: event.clientX, y: event.clientY }
      const moved = Math.hypot(pointer.x - start.clientX, pointer.y - start.clientY)
      if (!shape && moved < minMovement) return
      if (!shape) frame = requestAnimationFrame(scrollAtEdge)
      update()
    },
    { signal },
  )
  area.addEventListener('scroll', () => shape && update(), { signal })
  document.addEventListener('selectstart', (event) => event.preventDefault(), { signal })
  const finish = () => {
    abort.abort()
    cancelAnimationFrame(frame)
    shape?.remove()
  }
  addEventListener(
    'pointerup',
    () => {
      finish()
      if (!shape) return
      // The click that follows would clear the selection. It may go to any element around both points.
      const skip = (event: MouseEvent) => event.stopPropagation()
      addEventListener('click', skip, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', skip, { capture: true }))
    },
    { signal },
  )
  addEventListener('pointercancel', finish, { signal })
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !shape) return
      event.stopPropagation()
      finish()
      target().selection.replace(Uint32Array.from(before))
    },
    { signal, capture: true },
  )
}
