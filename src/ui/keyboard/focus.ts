/*
 * A component reaches its own elements by refs, and listeners of a grid or of the page read the element of the event.
 * The document is queried only for what other components have drawn: the open dialog, the page, its list, and in a
 * dialog or form whatever its children say gets the focus.
 */

export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

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

/** Focuses the main part of the page, when the pressed button goes or the user skips to it. */
export function focusMain(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** Focuses the title of the page, where it can have the focus: that reads it out. */
export function focusTitle(): void {
  document
    .querySelector<HTMLElement>('h1, [role=heading][aria-level="1"]')
    ?.focus({ preventScroll: true })
}

/** Focuses the topmost open dialog, else the main part of the page. */
export function focusDialogOrMain(): void {
  const home = topDialogOrMain()
  if (home && !home.hasAttribute('tabindex')) home.tabIndex = -1
  home?.focus({ preventScroll: true })
}
