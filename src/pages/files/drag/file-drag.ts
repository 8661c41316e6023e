import { canonicalUri, rootUri, transferProblem } from '#src/contract/uri.ts'
import css from './file-drag.module.css'

type Item = { readonly uri: string }

/** What is dragged, and what may be done with it. */
export type FileDragOptions = {
  items: readonly Item[]
  /** The label of the drag image. */
  label: string
  /** URI of the folder at a row index; null when the row is no folder. */
  folderAt: (index: number) => string | null
  /** The writes that are allowed. */
  kinds: readonly ('move' | 'copy')[]
  transfer: (kind: 'move' | 'copy', folder: string) => void
  /** Absent when the items may not be deleted. */
  trash?: () => void
  /** The drag has ended, with or without a drop. */
  onEnd: () => void
}

/** Only this many items are checked while the pointer moves; the service checks all. */
const maxCheckedRows = 2_000

const home = rootUri('my')

/** The folder or the trash that a link of the page leads to; null for other links. */
function dropTargetOf(link: HTMLAnchorElement): { folder: string } | 'trash' | null {
  const { origin, pathname, searchParams } = new URL(link.href)
  if (origin !== location.origin) return null
  if (pathname === '/trash') return 'trash'
  if (pathname !== '/files') return null
  const uri = searchParams.get('uri')
  return { folder: uri === null ? home : canonicalUri(uri) }
}

function drawUnderPointer(event: DragEvent, { items, label }: FileDragOptions): void {
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
  // The browser has copied it into the drag image by then.
  setTimeout(() => card.remove())
}

/** Whether the copy key of the system's file manager is pressed. */
const wantsCopy = (event: DragEvent): boolean =>
  navigator.platform.startsWith('Mac') ? event.altKey : event.ctrlKey

/**
 * Handles a drag until it ends. Folders in the list, links to folders and the trash accept drops; those that would be
 * refused are not highlighted.
 */
export function startFileDrag(start: DragEvent, drag: FileDragOptions): void {
  const { dataTransfer } = start
  if (!dataTransfer) return
  dataTransfer.effectAllowed = 'copyMove'
  // Some browsers start no drag without data.
  dataTransfer.setData('text/plain', drag.label)
  drawUnderPointer(start, drag)

  const abort = new AbortController()
  const some = drag.items.slice(0, maxCheckedRows)
  const acceptedFolders = new Map<string, boolean>()
  const accepts = (folder: string): boolean => {
    const cached = acceptedFolders.get(folder)
    if (cached !== undefined) return cached
    const isOwn = folder === home || folder.startsWith(`${home}/`)
    const isAccepted = isOwn && transferProblem(some, folder) === null
    acceptedFolders.set(folder, isAccepted)
    return isAccepted
  }
  type Target = { element: Element; kind: 'move' | 'copy'; drop: () => void }
  const targetAt = (event: DragEvent): Target | null => {
    const { target } = event
    if (!(target instanceof Element)) return null
    const kind = wantsCopy(event) ? 'copy' : 'move'
    const into = (folder: string | null) =>
      folder !== null && drag.kinds.includes(kind) && accepts(folder)
        ? () => drag.transfer(kind, folder)
        : null
    const row = target.closest<HTMLElement>('[role=grid] [data-index]')
    const link = target.closest<HTMLAnchorElement>('a[href]')
    const linkTarget = link && dropTargetOf(link)
    const element = row ?? link
    const drop = row
      ? into(drag.folderAt(Number(row.dataset['index'])))
      : linkTarget === 'trash'
        ? (drag.trash ?? null)
        : into(linkTarget?.folder ?? null)
    return element && drop ? { element, kind: linkTarget === 'trash' ? 'move' : kind, drop } : null
  }

  let highlighted: Element | null = null
  const highlight = (element: Element | null) => {
    if (highlighted === element) return
    highlighted?.removeAttribute('data-drop')
    element?.setAttribute('data-drop', '')
    highlighted = element
  }
  const finish = () => {
    highlight(null)
    abort.abort()
    drag.onEnd()
  }
  const { signal } = abort
  document.addEventListener(
    'dragover',
    (event) => {
      const target = targetAt(event)
      highlight(target?.element ?? null)
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
  // The dragged row may be removed before `dragend`; the pointer only moves when no drag is in progress.
  document.addEventListener('mousemove', finish, { signal })
}
