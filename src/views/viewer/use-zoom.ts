import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { panBy, type Point, whole, type Zoom, zoomAt } from '#src/lib/zoom.ts'

const middle: Point = { x: 0, y: 0 }
/** One press of a key or a button. */
const step = 1.5
/** What a double click looks at closer. */
const closer = 2.5
/** The part of what is seen that one press of an arrow goes on by. */
const stride = 1 / 8
/** Px that a finger goes to turn to the next picture. */
const swipe = 56

/** Buttons in the place of a picture are pressed, not dragged. */
const isButton = (target: EventTarget) =>
  target instanceof Element && target.closest('button') !== null

/** Looking closer at a picture: by wheel, pinch, double click and drag, and by the steps of keys and buttons. */
export function useZoom(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
  /** Names what is looked at: another is looked at whole. */
  of: string,
  onTurn: (by: 1 | -1) => void,
) {
  const [kept, setKept] = useState<{ of: string; zoom: Zoom }>({ of, zoom: whole })
  const zoom = kept.of === of ? kept.zoom : whole
  const fingers = useRef(new Map<number, Point>())
  const began = useRef<Point | undefined>(undefined)

  const change = (next: (zoom: Zoom, room: DOMRect, size: Size) => Zoom) => {
    const room = stage.current?.getBoundingClientRect()
    const size = picture.current
    if (!room || !size) return
    const shown = { width: size.offsetWidth, height: size.offsetHeight }
    setKept((before) => ({
      of,
      zoom: next(before.of === of ? before.zoom : whole, room, shown),
    }))
  }
  const fromMiddle = (x: number, y: number): Point => {
    const room = stage.current?.getBoundingClientRect()
    return room ? { x: x - room.left - room.width / 2, y: y - room.top - room.height / 2 } : middle
  }
  const by = (factor: number, at = middle) =>
    change((before, room, size) => zoomAt(before, factor, at, room, size))

  const onWheel = useRef((_event: WheelEvent) => {})
  useEffect(() => {
    onWheel.current = (event) => {
      event.preventDefault()
      // A pinch on a pad comes as a wheel in small steps, with Ctrl.
      const speed = event.ctrlKey ? 0.01 : event.deltaMode === 1 ? 0.05 : 0.0016
      by(Math.exp(-event.deltaY * speed), fromMiddle(event.clientX, event.clientY))
    }
  })
  useEffect(() => {
    const element = stage.current
    const listen = (event: WheelEvent) => onWheel.current(event)
    // Past React, whose listener could not keep the page from zooming.
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [stage])

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || isButton(event.target)) return
    stage.current?.setPointerCapture?.(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    began.current = fingers.current.size === 1 ? { x: event.clientX, y: event.clientY } : undefined
  }
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId)
    const other = others[0]?.[1]
    fingers.current.set(event.pointerId, now)
    if (other) {
      const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y)
      const at = fromMiddle((now.x + other.x) / 2, (now.y + other.y) / 2)
      by(apart(now) / Math.max(1, apart(before)), at)
    } else if (zoom.scale > 1) {
      change((held, room, size) =>
        panBy(held, { x: now.x - before.x, y: now.y - before.y }, room, size),
      )
    }
  }
  const onPointerUp = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId)) return
    const from = began.current
    began.current = undefined
    if (!from || zoom.scale > 1 || event.pointerType === 'mouse') return
    const across = event.clientX - from.x
    if (Math.abs(across) < swipe || Math.abs(across) < 2 * Math.abs(event.clientY - from.y)) return
    onTurn(across < 0 ? 1 : -1)
  }
  return {
    zoom,
    zoomIn: () => by(step),
    zoomOut: () => by(1 / step),
    /** Looks further to a side: so many strides to the right, and down. */
    pan: (right: number, down: number) =>
      change((before, room, size) => {
        const by = { x: -right * room.width * stride, y: -down * room.height * stride }
        return panBy(before, by, room, size)
      }),
    reset: () => setKept({ of, zoom: whole }),
    hands: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
      onDoubleClick: (event: MouseEvent) => {
        if (isButton(event.target)) return
        if (zoom.scale > 1) setKept({ of, zoom: whole })
        else by(closer, fromMiddle(event.clientX, event.clientY))
      },
    },
  }
}

type Size = { width: number; height: number }
