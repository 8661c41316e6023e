import { readElement, type StoredElement } from './elements.ts'
import {
  styleSheetPaths,
  hasSnapshotsOf,
  isSnapshotPath,
  keptUserId,
  writeSnapshot,
} from './snapshot-records.ts'

/** The page is stored when it has not changed for this long, in ms. */
const restMs = 1_500

/** Query parameters of a page that is stored: which folder, and in which order. Others search, or open something. */
const plainParameters = new Set(['uri', 'path', 'sort'])

/** What must not be on a page that is stored: what is open, selected or still loading. */
const passing =
  '[role=dialog], [role=alertdialog], [role=menu], [role=progressbar], [role=grid] [aria-selected=true], [role=grid] input:not([type=checkbox])'

/** Whether the element, or what it is in, is scrolled: in low windows a list scrolls with its page. */
const isScrolled = (element: Element | null): boolean =>
  element !== null && (element.scrollTop > 0 || isScrolled(element.parentElement))

/** The page without its messages, when it is a list at rest, from its first row on; undefined otherwise. */
function readPage(): StoredElement | undefined {
  const frame = document.querySelector('[data-frame]')
  const grid = frame?.querySelector('[role=grid]')
  const isPlain = [...new URLSearchParams(location.search).keys()].every((name) =>
    plainParameters.has(name),
  )
  if (!frame || !grid || !isPlain || !isSnapshotPath(location.pathname)) return undefined
  if (isScrolled(grid) || !grid.querySelector('[role=gridcell]')) return undefined
  return document.querySelector(passing) ? undefined : readElement(frame)
}

/**
 * Stores the list pages as they are drawn, for a user who stays signed in on this browser, whenever they have changed and
 * come to rest. `noteNow` says of when they are. Returns the function to stop.
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
    const user = keptUserId()
    const page = user === undefined ? undefined : readPage()
    if (user === undefined || !page) return
    const { pathname, search } = location
    const address = pathname + search
    const text = address + JSON.stringify(page)
    if (text === last && hasSnapshotsOf(user)) return
    last = text
    const snapshot = {
      address,
      width: window.innerWidth,
      sheets: styleSheetPaths(),
      note: noteNow(),
      page,
    }
    void writeSnapshot(user, pathname, snapshot)
  }
  const saveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(save, restMs)
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
