import { vi } from 'vitest'

/* What is on the screen, as a person finds it: controls with their names, by the part of the page that they are in. */

/** `notice`: messages, and operations that wait for a lock. `list`: the rows and what is in them. `page`: the rest of it. */
export type Part = 'dialog' | 'menu' | 'notice' | 'list' | 'page' | 'side'

/** Modal dialogs in the order in which they were opened; call {@link followDialogs} first. */
let opened: { readonly contexts: readonly unknown[] } = { contexts: [] }
export function followDialogs(): void {
  opened = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mock
  const focus = Reflect.get(HTMLElement.prototype, 'focus')
  // In a browser, what is behind a modal dialog is inert, and `focus` does nothing to it; jsdom lacks that.
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (
    this: HTMLElement,
    ...options
  ) {
    if (topDialog()?.contains(this) ?? true) focus.apply(this, options)
  })
}

/** The dialog that alone can be used. */
export const topDialog = (): HTMLDialogElement | undefined =>
  opened.contexts
    .filter((each) => each instanceof HTMLDialogElement)
    .filter(({ isConnected, open }) => isConnected && open)
    .at(-1)

const controls =
  'button, a[href], input:not([type=file]), select, [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]'
const hidden = '[hidden], [inert], [popover]:not([data-popover-open])'
const menus = '[role=menu], [popover][data-popover-open]'
/** What leaves the page, asks the browser for a file, or would end the session or change the language. */
const leavesPage =
  /^(account|upload|upload files|upload a folder|download|export|print|open in new)|sign out/i

export function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  const [own] = element instanceof HTMLInputElement ? (element.labels ?? []) : []
  return (own ?? element).textContent.trim()
}

function partOf(element: Element): Part {
  if (element.closest('dialog')) return 'dialog'
  if (element.closest(menus)) return 'menu'
  if (element.closest('[data-frame] > header')) return 'side'
  if (element.closest('[role=grid]')) return 'list'
  return element.closest('main, [data-frame]') ? 'page' : 'notice'
}

export const isText = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(element.type)

function isUsable(element: HTMLElement): boolean {
  if (element.matches(':disabled, [aria-disabled=true], [aria-current]')) return false
  if (element.closest(hidden)) return false
  if (element instanceof HTMLAnchorElement) {
    if (element.target === '_blank' || element.origin !== location.origin || element.download)
      return false
  }
  return !leavesPage.test(nameOf(element))
}

/** Enabled controls that nothing covers. */
export function usable(part?: Part): HTMLElement[] {
  const top = topDialog()
  return [...(top ?? document).querySelectorAll<HTMLElement>(controls)].filter(
    (each) => (part === undefined || partOf(each) === part) && isUsable(each),
  )
}

/** Of a set of which one is always chosen: pressing the chosen one again changes nothing. */
export const isChosen = (element: Element): boolean =>
  element.matches('[aria-pressed=true], [aria-checked=true], [aria-selected=true]') ||
  (element instanceof HTMLInputElement && element.type === 'radio' && element.checked)

/** Everything that a press may change. */
export function pictureOfScreen(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
  const values = fields.map(({ value, checked }) => `${value} ${checked}`)
  return [location.href, document.title, document.body.innerHTML, ...values].join('\n')
}

/** The rows of the list on the page. */
export const shownRows = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main [role=grid] [data-index]'),
]

/** All that can be read. */
export const textOnScreen = (): string => document.body.textContent
