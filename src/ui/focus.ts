import { type RefObject, useLayoutEffect } from 'react'

/** Gives focus back; where that element is gone, the list's tab stop or the page's main part takes it, never the body. */
export function returnFocus(to: Element | null): void {
  if (to instanceof HTMLElement && to.isConnected && to !== document.body) {
    to.focus()
    if (document.activeElement === to) return
  }
  const home = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  const main = home ?? document.querySelector<HTMLElement>('main')
  if (!main || main.contains(document.activeElement)) return
  const row = main.querySelector<HTMLElement>('[role=grid] [data-index][tabindex="0"]')
  if (row) {
    row.focus({ preventScroll: true })
    return
  }
  if (!main.hasAttribute('tabindex')) main.tabIndex = -1
  main.focus({ preventScroll: true })
}

/** Gives focus to the list of the page, to the page itself when there is none. */
export const focusList = (): void => returnFocus(null)

/** What goes away with the focus in it gives it to the list, as soon as that is drawn. */
export function useFocusToList(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = ref.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusList()
      })
    }
  }, [ref])
}
