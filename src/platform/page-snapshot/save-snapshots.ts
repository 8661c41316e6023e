import { readElement } from './elements.ts'
import {
  hasSnapshotsOf,
  isSnapshotPath,
  persistedUserId,
  pathOfSheet,
  styleSheets,
  writeSnapshot,
} from './snapshot-records.ts'

/** The page is stored when it has not changed for this long, in ms. */
const idleDelayMs = 1_500

/** Query parameters of a page that is stored: which folder, and in which order. Others search, or open something. */
const plainParameters = new Set(['uri', 'path', 'sort'])

/** What must not be on a page that is stored: what is open, selected or still loading. */
const transientElements =
  '[role=dialog], [role=alertdialog], [role=menu], [role=progressbar], [role=grid] [aria-selected=true], [role=grid] input:not([type=checkbox])'

/** Whether the element, or what it is in, is scrolled: in low windows a list scrolls with its page. */
const isScrolled = (element: Element | null): boolean =>
  element !== null && (element.scrollTop > 0 || isScrolled(element.parentElement))

/** The style rules in others: in layers, media queries and so on. */
function* rulesIn(rules: CSSRuleList): Generator<CSSStyleRule> {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) yield rule
    else if (rule instanceof CSSGroupingRule) yield* rulesIn(rule.cssRules)
  }
}

/** The style sheets of the document that have a class of this element or of one in it. */
function usedSheets(page: Element): string[] {
  const classes = new Set(
    [page, ...page.querySelectorAll('[class]')].flatMap((one) => [...one.classList]),
  )
  const isUsed = ({ selectorText }: CSSStyleRule) =>
    selectorText.match(/(?<=\.)[\w-]+/g)?.some((name) => classes.has(name))
  return styleSheets()
    .filter(({ sheet }) => !sheet || [...rulesIn(sheet.cssRules)].some(isUsed))
    .map(pathOfSheet)
}

/** The page without its messages, when it is an idle list, from its first row on; undefined otherwise. */
function findPage(): Element | undefined {
  const frame = document.querySelector('[data-frame]')
  const grid = frame?.querySelector('[role=grid]')
  const isPlain = [...new URLSearchParams(location.search).keys()].every((name) =>
    plainParameters.has(name),
  )
  if (!frame || !grid || !isPlain || !isSnapshotPath(location.pathname)) return undefined
  if (isScrolled(grid) || !grid.querySelector('[role=gridcell]')) return undefined
  return document.querySelector(transientElements) ? undefined : frame
}

/** Rows that wait below the window to be scrolled to are not drawn again. */
const isBelowWindow = (element: Element): boolean =>
  element.matches('[role=row][data-index]') &&
  element.getBoundingClientRect().top > window.innerHeight

/**
 * Stores the list pages as they are drawn, for a user who stays signed in on this browser, whenever they have changed
 * and are idle again. `noteNow` says of when they are. Returns the function to stop.
 */
export function saveSnapshots(noteNow: () => string): () => void {
  const root = document.getElementById('root')
  // The development server has its styles in elements that are not stored.
  if (!root || document.querySelector('style[data-vite-dev-id]')) return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = ''

  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const user = persistedUserId()
    const found = user === undefined ? undefined : findPage()
    const page = found && readElement(found, isBelowWindow)
    if (user === undefined || !page) return
    const { pathname, search } = location
    const address = pathname + search
    const text = address + JSON.stringify(page)
    if (text === last && hasSnapshotsOf(user)) return
    last = text
    const snapshot = {
      address,
      width: window.innerWidth,
      sheets: usedSheets(found),
      note: noteNow(),
      page,
    }
    void writeSnapshot(user, pathname, snapshot)
  }
  const saveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(save, idleDelayMs)
  }
  const onHidden = () => {
    if (document.hidden && timer !== undefined) save()
  }

  const observer = new MutationObserver(saveSoon)
  observer.observe(root, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['aria-selected', 'class'],
  })
  document.addEventListener('visibilitychange', onHidden)
  saveSoon()
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', onHidden)
  }
}
