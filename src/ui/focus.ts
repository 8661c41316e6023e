/** Gives focus back; where that element is gone, the page's main part takes it, never the body. */
export function returnFocus(to: Element | null): void {
  if (to instanceof HTMLElement && to.isConnected && to !== document.body) {
    to.focus()
    if (document.activeElement === to) return
  }
  const home = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  const main = home ?? document.querySelector<HTMLElement>('main')
  if (!main || main.contains(document.activeElement)) return
  if (!main.hasAttribute('tabindex')) main.tabIndex = -1
  main.focus({ preventScroll: true })
}
