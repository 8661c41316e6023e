import { focusDialogOrMain, focusList, topDialogOrMain } from '#src/ui/keyboard/focus.ts'

/**
 * Keeps focus in the page. When the element that has it is removed with any part of the page (a bar, a panel, a toast,
 * one button), the browser moves focus to the body; from there it goes on to the list, or to the new page when the URL
 * has changed as well. Parts that restore focus in a layout effect of their own come first, since mutation
 * observers run after the commit. Returns a function that stops it.
 */
export function startLostFocusRecovery(): () => void {
  const hasNoFocus = () => document.activeElement === document.body
  // This code is loaded after the first rows: what had focus may have been removed before.
  const { userActivation } = navigator as Partial<Navigator>
  if (hasNoFocus() && userActivation?.hasBeenActive) focusList()
  let last = document.activeElement
  let path = location.pathname
  const onFocusIn = ({ target }: Event) => {
    last = target as Element
    path = location.pathname
  }
  // Some browsers also fire `focusout` for elements that are being removed: those are no longer in the document
  // afterwards.
  const onFocusOut = ({ target }: Event) =>
    queueMicrotask(() => {
      if (target === last && last?.isConnected && hasNoFocus()) last = null
    })
  const observer = new MutationObserver(() => {
    if (!last || last.isConnected || !hasNoFocus()) return
    if (last.matches('main') || path !== location.pathname) focusDialogOrMain()
    else if (!isBetweenRows()) focusList()
  })
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('focusout', onFocusOut)
    observer.disconnect()
  }
}

/** Whether the row with the tab stop has been removed and the list has not rendered its successor yet. */
function isBetweenRows(): boolean {
  const list = topDialogOrMain()?.querySelector('[role=grid]')
  return !!list?.querySelector('[data-index]') && !list.querySelector('[data-index][tabindex="0"]')
}
