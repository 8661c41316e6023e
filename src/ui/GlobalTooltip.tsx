import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTooltip } from 'react-aria/useTooltipTrigger'
import { createPortal } from 'react-dom'
import {
  type TooltipTriggerState,
  useTooltipTriggerState,
} from 'react-stately/useTooltipTriggerState'
import { connectToAnchor } from './anchor.ts'
import styles from './GlobalTooltip.module.css'

/** How long the pointer rests before a tooltip opens, and how long it has to move onto it, in ms. */
const delay = 600
const closeDelay = 200

/** Number of px by which letters may stick out of their line. */
const lineTolerance = 8

const isCut = (element: Element) =>
  [element, ...element.children, element.parentElement].some(
    (each) =>
      each !== null &&
      (each.scrollWidth > each.clientWidth ||
        each.scrollHeight > each.clientHeight + lineTolerance) &&
      getComputedStyle(each).overflow.includes('hidden'),
  )

const hasSomethingToSay = (element: HTMLElement) =>
  element.dataset['tooltipIf'] !== 'cut' || isCut(element)

const tooltipTarget = (from: EventTarget | null): HTMLElement | null => {
  const found = from instanceof Element ? from.closest<HTMLElement>('[data-tooltip]') : null
  return found && hasSomethingToSay(found) ? found : null
}

/**
 * The element with a tooltip that belongs to the focused one: itself, its label, or a cut text inside of it, such as
 * the name of a row.
 */
function focusTarget(focused: Element): HTMLElement | null {
  const own = tooltipTarget(focused)
  if (own) return own
  const label = focused.closest('label')
  const inside = (label ?? focused).querySelectorAll<HTMLElement>(
    label ? '[data-tooltip]' : '[data-tooltip-if=cut]',
  )
  return [...inside].find(hasSomethingToSay) ?? null
}

/**
 * The tooltip of all elements with `data-tooltip`; with `data-tooltip-if="cut"` only while they do not show all of their
 * text. One for the page, since a list has hundreds of such elements. It opens when the pointer rests on one and when Tab
 * or an arrow key leads there.
 */
export function GlobalTooltip() {
  const state = useTooltipTriggerState({ delay, closeDelay })
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useTooltipEvents(state, setTarget)
  if (!state.isOpen || !target) return null
  const text = target.dataset['tooltip'] ?? ''
  // A tooltip outside of a modal dialog could not be hovered.
  const container = target.closest('dialog') ?? document.body
  return createPortal(<TooltipPopup state={state} target={target} text={text} />, container)
}

function useTooltipEvents(state: TooltipTriggerState, setTarget: (to: HTMLElement) => void) {
  const hovered = useRef<Element | null>(null)
  const pointer = useRef({ x: -1, y: -1 })
  const key = useRef('')
  const isByKey = useRef(false)

  const onPointerMove = useEffectEvent((event: PointerEvent) => {
    const { clientX: x, clientY: y } = event
    // Browsers also report what is scrolled under a pointer that rests.
    const hasMoved = x !== pointer.current.x || y !== pointer.current.y
    pointer.current = { x, y }
    if (event.pointerType === 'touch' || !hasMoved || !(event.target instanceof Element)) return
    const hit = event.target.closest('[data-tooltip], [role=tooltip]')
    if (hit === hovered.current) return
    hovered.current = hit
    if (hit?.getAttribute('role') === 'tooltip') return
    const to = tooltipTarget(hit)
    if (to) {
      isByKey.current = false
      setTarget(to)
      state.open()
    } else state.close()
  })
  const onFocus = useEffectEvent(({ target: focused }: FocusEvent) => {
    if (!/^(Tab|Arrow)/.test(key.current) || !(focused instanceof Element)) return
    const to = focusTarget(focused)
    if (!to) return
    isByKey.current = true
    setTarget(to)
    // Arrow keys run through rows whose names are cut.
    state.open(to.contains(focused) || focused.closest('label') !== null)
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    key.current = event.key
    if (!state.isOpen) return
    if (event.key === 'Escape') {
      // Escape closes the tooltip only, and not the dialog that it lies over.
      event.preventDefault()
      event.stopPropagation()
    }
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) state.close(true)
  })
  const close = useEffectEvent(() => state.close(true))
  const onScroll = useEffectEvent(() => {
    if (!isByKey.current) state.close(true)
  })

  useEffect(() => {
    const abort = new AbortController()
    const options = { signal: abort.signal, capture: true, passive: true }
    document.addEventListener('pointermove', (event) => onPointerMove(event), options)
    document.addEventListener('pointerdown', () => close(), options)
    document.documentElement.addEventListener('pointerleave', () => close(), {
      signal: abort.signal,
    })
    document.addEventListener('scroll', () => onScroll(), options)
    document.addEventListener('focusin', (event) => onFocus(event), options)
    document.addEventListener('focusout', () => close(), options)
    document.addEventListener('keydown', (event) => onKeyDown(event), {
      ...options,
      passive: false,
    })
    document.addEventListener('keyup', () => (key.current = ''), options)
    return () => abort.abort()
  }, [])
}

function TooltipPopup({
  state,
  target,
  text,
}: {
  state: TooltipTriggerState
  target: HTMLElement
  text: string
}) {
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const { tooltipProps } = useTooltip({}, state)

  useLayoutEffect(() => {
    const popover = ref.current
    if (!popover) return
    const disconnect = connectToAnchor(popover, target)
    popover.showPopover()
    const described = target.getAttribute('aria-describedby')
    const name = target.getAttribute('aria-label') ?? target.textContent
    if (!name.includes(text))
      target.setAttribute('aria-describedby', described === null ? id : `${described} ${id}`)
    return () => {
      disconnect()
      if (described === null) target.removeAttribute('aria-describedby')
      else target.setAttribute('aria-describedby', described)
      popover.hidePopover()
    }
  }, [target, text, id])

  return (
    <div {...tooltipProps} ref={ref} id={id} popover="manual" className={styles['tooltip']}>
      <bdi>{text}</bdi>
    </div>
  )
}
