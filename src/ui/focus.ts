/** The topmost open dialog, else the main part of the page. */
export const topDialogOrMain = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ??
  document.querySelector<HTMLElement>('main')

/** Focuses the list of the page, or the page when it has none; never the body. */
export function focusList(): void {
  const home = topDialogOrMain()
  const row = home?.querySelector<HTMLElement>('[role=grid] [data-index][tabindex="0"]')
  if (row) row.focus({ preventScroll: true })
  else focusDialogOrMain()
}

/** Focuses the topmost open dialog, else the main part of the page. */
export function focusDialogOrMain(): void {
  const home = topDialogOrMain()
  if (home && !home.hasAttribute('tabindex')) home.tabIndex = -1
  home?.focus({ preventScroll: true })
}
