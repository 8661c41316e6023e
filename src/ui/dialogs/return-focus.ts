import { focusList, topDialogOrMain } from '#src/ui/keyboard/focus.ts'

/** Returns focus to an element; when that is gone, to the list or the page. */
export function returnFocus(to: Element | null): void {
  if (to instanceof HTMLElement && to.isConnected && to !== document.body) {
    to.focus()
    if (document.activeElement === to) return
  }
  if (!topDialogOrMain()?.contains(document.activeElement)) focusList()
}
