import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const linesIn = (element: HTMLElement): HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>('li, [role=row]'),
]

/**
 * Moves the focus in an element with lines of buttons. When the focused line goes, the focus goes to the line in its
 * place, and after the last one to the button that the dialog suggests.
 */
export function useFocusAfterRemoval(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef<number | undefined>(undefined)
  useEffect(() => {
    const element = ref.current
    const dialog = element?.closest('dialog')
    if (!element || !dialog) return undefined
    const remember = (focused: Element) => {
      const line = focused.closest<HTMLElement>('li, [role=row]')
      const isInside = element.contains(focused)
      last.current = isInside ? (line ? linesIn(element).indexOf(line) : 0) : undefined
    }
    const onFocusIn = ({ target }: FocusEvent) => remember(target as Element)
    // The dialog has moved the focus before this effect runs.
    if (document.activeElement) remember(document.activeElement)
    dialog.addEventListener('focusin', onFocusIn)
    return () => dialog.removeEventListener('focusin', onFocusIn)
  }, [])
  // It runs after every render: any of them may have removed the line.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || last.current === undefined || document.activeElement !== document.body) return
    const lines = linesIn(element).filter((line) => line.querySelector('button, select'))
    const line = lines[Math.min(last.current, lines.length - 1)]
    const next =
      line?.querySelector<HTMLElement>('button, select') ??
      element.closest('dialog')?.querySelector<HTMLElement>('[data-autofocus]')
    next?.focus()
  })
  return ref
}
