import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { panBy, type Point, unzoomed, type Zoom, zoomAt } from '#src/lib/geometry/zoom.ts'
import { isRtl } from '#src/ui/direction.ts'

const middle: Point = { x: 0, y: 0 }
/** Factor per key press or click. */
const zoomStep = 1.5
/** Zoom factor of a double click. */
const doubleClickZoom = 2.5
/** Part of the visible area by which one arrow key pans. */
const panStep = 1 / 8
/** Distance of a swipe to the next image, in px. */
const swipeDistance = 56

/** Presses on buttons and on the controls of a player must not start a drag. */
const isButton = (target: EventTarget) =>
  target instanceof Element && target.closest('button, video, audio') !== null

/** Zooms and pans an image by wheel, pinch, double click, drag, keys and buttons. */
export function useZoom(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
  /** Identifies the image: zoom is reset when it changes. */
  of: string,
  onTurn: (by: 1 | -1) => void,
) {
  const [stored, setStored] = useState<{ of: string; zoom: Zoom }>({ of, zoom: unzoomed })
  const zoom = stored.of === of ? stored.zoom : unzoomed
  const fingers = useRef(new Map<number, Point>())
  const began = useRef<Point | undefined>(undefined)

  const change = (next: (zoom: Zoom, room: DOMRect, size: Size) => Zoom) => {
    const room = stage.current?.getBoundingClientRect()
    const size = picture.current
    if (!room || !size) return
    const shown = { width: size.offsetWidth, height: size.offsetHeight }
    setStored((before) => ({
      of,
      zoom: next(before.of === of ? before.zoom : unzoomed, room, shown),
    }))
  }
  const fromMiddle = (x: number, y: number): Point => {
    const room = stage.current?.getBoundingClientRect()
    return room ? { x: x - room.left - room.width / 2, y: y - room.top - room.height / 2 } : middle
  }
  const by = (factor: number, at = middle) =>
    change((before, room, size) => zoomAt(before, factor, at, room, size))

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    // A pinch on a touchpad arrives as small wheel steps with Ctrl.
    const speed = event.ctrlKey ? 0.01 : event.deltaMode === 1 ? 0.05 : 0.0016
    by(Math.exp(-event.deltaY * speed), fromMiddle(event.clientX, event.clientY))
  })
  useEffect(() => {
    const element = stage.current
    const listen = (event: WheelEvent) => onWheel(event)
    // The listener is native, because React's is passive and could not keep the page from zooming.
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
    if (Math.abs(across) < swipeDistance || Math.abs(across) < 2 * Math.abs(event.clientY - from.y))
      return
    onTurn(across < 0 !== isRtl() ? 1 : -1)
  }
  return {
    zoom,
    zoomIn: () => by(zoomStep),
    zoomOut: () => by(1 / zoomStep),
    /** Pans by steps to the right and down. */
    pan: (right: number, down: number) =>
      change((before, room, size) => {
        const by = { x: -right * room.width * panStep, y: -down * room.height * panStep }
        return panBy(before, by, room, size)
      }),
    reset: () => setStored({ of, zoom: unzoomed }),
    gestureProps: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
      onDoubleClick: (event: MouseEvent) => {
        if (isButton(event.target)) return
        if (zoom.scale > 1) setStored({ of, zoom: unzoomed })
        else by(doubleClickZoom, fromMiddle(event.clientX, event.clientY))
      },
    },
  }
}

export type ZoomControls = ReturnType<typeof useZoom>

type Size = { width: number; height: number }
