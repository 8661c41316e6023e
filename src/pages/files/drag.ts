import { canonicalUri, rootUri, transferRefusal } from '#src/contract/uri.ts'
import css from './drag.module.css'

type Item = { readonly uri: string }

/** What is dragged, and what can become of it. */
export type Drag = {
  items: readonly Item[]
  /** In words, for the picture under the pointer. */
  label: string
  /** The folder of a row of the list, null for what is none. */
  folderAt: (index: number) => string | null
  /** What may be done with it. */
  kinds: readonly ('move' | 'copy')[]
  transfer: (kind: 'move' | 'copy', folder: string) => void
  /** Absent where it may not be done. */
  trash?: () => void
  /** It is over, whatever came of it. */
  onEnd: () => void
}

/** More than this many are not looked at while the pointer moves: the service has the last word. */
const mostLookedAt = 2_000

const home = rootUri('my')

/** A link of this page leads to a folder, or to the trash. */
function placeOf(link: HTMLAnchorElement): { folder: string } | 'trash' | null {
  const { origin, pathname, searchParams } = new URL(link.href)
  if (origin !== location.origin) return null
  if (pathname === '/trash') return 'trash'
  if (pathname !== '/files') return null
  const uri = searchParams.get('uri')
  return { folder: uri === null ? home : canonicalUri(uri) }
}

function drawUnderPointer(event: DragEvent, { items, label }: Drag): void {
  const card = document.createElement('div')
  card.className = css['card'] ?? ''
  card.append(label)
  if (items.length > 1) {
    const count = document.createElement('b')
    count.append(String(items.length))
    card.append(count)
  }
  document.body.append(card)
  event.dataTransfer?.setDragImage(card, 16, 16)
  // The browser has made its copy by then.
  setTimeout(() => card.remove())
}

/** Copies with the key that copies in the file managers of the system. */
const wantsCopy = (event: DragEvent): boolean =>
  navigator.platform.startsWith('Mac') ? event.altKey : event.ctrlKey

/**
 * Follows a drag to its end: folders in the list and links to folders and to the trash take what is dropped on them,
 * those that would refuse it do not light up.
 */
export function beginDrag(start: DragEvent, drag: Drag): void {
  const { dataTransfer } = start
  if (!dataTransfer) return
  dataTransfer.effectAllowed = 'copyMove'
  // Nothing is dragged in some browsers without any data.
  dataTransfer.setData('text/plain', drag.label)
  drawUnderPointer(start, drag)

  const end = new AbortController()
  const some = drag.items.slice(0, mostLookedAt)
  const known = new Map<string, boolean>()
  const takes = (folder: string): boolean => {
    const isKnown = known.get(folder)
    if (isKnown !== undefined) return isKnown
    const isOwn = folder === home || folder.startsWith(`${home}/`)
    const isFree = isOwn && transferRefusal(some, folder) === null
    known.set(folder, isFree)
    return isFree
  }
  type Target = { element: Element; kind: 'move' | 'copy'; drop: () => void }
  const targetAt = (event: DragEvent): Target | null => {
    const { target } = event
    if (!(target instanceof Element)) return null
    const kind = wantsCopy(event) ? 'copy' : 'move'
    const into = (folder: string | null) =>
      folder !== null && drag.kinds.includes(kind) && takes(folder)
        ? () => drag.transfer(kind, folder)
        : null
    const row = target.closest<HTMLElement>('[role=grid] [data-index]')
    const link = target.closest<HTMLAnchorElement>('a[href]')
    const place = link && placeOf(link)
    const element = row ?? link
    const drop = row
      ? into(drag.folderAt(Number(row.dataset['index'])))
      : place === 'trash'
        ? (drag.trash ?? null)
        : into(place?.folder ?? null)
    return element && drop ? { element, kind: place === 'trash' ? 'move' : kind, drop } : null
  }

  let lit: Element | null = null
  const light = (element: Element | null) => {
    if (lit === element) return
    lit?.removeAttribute('data-drop')
    element?.setAttribute('data-drop', '')
    lit = element
  }
  const finish = () => {
    light(null)
    end.abort()
    drag.onEnd()
  }
  const { signal } = end
  document.addEventListener(
    'dragover',
    (event) => {
      const target = targetAt(event)
      light(target?.element ?? null)
      if (!target) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = target.kind
    },
    { signal },
  )
  document.addEventListener(
    'drop',
    (event) => {
      const target = targetAt(event)
      finish()
      if (!target) return
      event.preventDefault()
      target.drop()
    },
    { signal },
  )
  document.addEventListener('dragend', finish, { signal })
  // The row that began it may be gone before it ends; the pointer only moves when nothing is dragged.
  document.addEventListener('mousemove', finish, { signal })
}
