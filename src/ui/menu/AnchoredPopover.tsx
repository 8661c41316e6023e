import { type HTMLAttributes, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type Anchor, connectToAnchor } from '#src/ui/anchor.ts'
import { phoneQuery } from '#src/ui/sizes/use-media-query.ts'
import styles from './Menu.module.css'

export interface AnchoredPopoverProps extends HTMLAttributes<HTMLDivElement> {
  ref: RefObject<HTMLDivElement | null>
  anchor: Anchor
  /** Which edge of the anchor it shares. */
  align: 'start' | 'end'
  /** The user has pressed outside of it, or its anchor is no longer on screen. */
  onAway: () => void
}

/**
 * What lies in the top layer beside its anchor while mounted. On phones, and in browsers without anchors in CSS, it is a
 * sheet at the bottom. A live region would be read out with it, so it is not drawn inside one. A manual popover: an automatic one closes on the press that its button then reopens.
 */
export function AnchoredPopover({ ref, anchor, align, onAway, ...rest }: AnchoredPopoverProps) {
  const point = useRef<HTMLSpanElement>(null)
  const close = useEffectEvent(onAway)

  useLayoutEffect(() => {
    const popover = ref.current
    const element = anchor instanceof HTMLElement ? anchor : point.current
    if (!popover || !element) return
    const disconnect = connectToAnchor(popover, element)
    popover.showPopover()

    const end = new AbortController()
    const outside = ({ target }: Event) => {
      if (!(target instanceof Node)) return
      if (!element.contains(target) && !popover.contains(target)) close()
    }
    document.addEventListener('pointerdown', outside, { capture: true, signal: end.signal })
    const visibility = new IntersectionObserver((entries) => {
      // The sheet of phones lies elsewhere: what is under it may be scrolled away.
      const isSheet = matchMedia(phoneQuery).matches
      if (entries.at(-1)?.isIntersecting === false && !isSheet) close()
    })
    if (element === anchor) visibility.observe(element)
    else {
      // What was at the point may be somewhere else then.
      document.addEventListener('scroll', outside, { capture: true, signal: end.signal })
      addEventListener('resize', () => close(), { signal: end.signal })
    }
    return () => {
      end.abort()
      visibility.disconnect()
      disconnect()
      popover.hidePopover()
    }
  }, [ref, anchor])

  const popover = <div ref={ref} popover="manual" data-align={align} {...rest} />
  const place = anchor instanceof HTMLElement && anchor.closest('[role=status], [role=alert]')
  return (
    <>
      {'x' in anchor && (
        <span ref={point} className={styles['point']} style={{ left: anchor.x, top: anchor.y }} />
      )}
      {place ? createPortal(popover, place.closest('dialog') ?? document.body) : popover}
    </>
  )
}
