import { type RefObject, useLayoutEffect } from 'react'

/** The open dialog, else the main part of the page. */
const homeOf = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ??
  document.querySelector<HTMLElement>('main')

/** Gives focus to the list of the page, to the page itself when there is none; never to the body. */
export function focusList(): void {
  const home = homeOf()
  const row = home?.querySelector<HTMLElement>('[role=grid] [data-index][tabindex="0"]')
  if (home && !row && !home.hasAttribute('tabindex')) home.tabIndex = -1
  ;(row ?? home)?.focus({ preventScroll: true })
}

/** Gives focus back; where that element is gone, the list or the page takes it. */
export function returnFocus(to: Element | null): void {
  if (to instanceof HTMLElement && to.isConnected && to !== document.body) {
    to.focus()
    if (document.activeElement === to) return
  }
  if (!homeOf()?.contains(document.activeElement)) focusList()
}

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
