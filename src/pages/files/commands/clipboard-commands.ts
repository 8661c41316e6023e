import { isOwnUri, transferProblem } from '#src/contract/uri.ts'
import {
  type Clipboard,
  putBackOnClipboard,
  setClipboard,
  takeOffClipboard,
} from '#src/features/files/clipboard.ts'
import { dismissToastAbout, showToast } from '#src/jobs/messages/toasts.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import type { OpenFolder } from '#src/pages/files/folder/open-folder.ts'

/** Puts items on the app's clipboard. */
export function putOnClipboard({ kind, items, paste }: Clipboard): void {
  setClipboard({ kind, items, paste })
  showToast({
    kind: 'done',
    key: 'addedToClipboard',
    values: { count: items.length, kind },
  })
}

/** Resolves to the row indexes of the rows with these names once they are listed or the list has ended. */
function whenListed(
  list: PagedList<FileRow, FolderListHead>,
  names: ReadonlySet<string>,
): Promise<Uint32Array> {
  return new Promise((resolve) => {
    const resolveWhenFound = () => {
      const rowIndexes = list.order.filter((rowIndex) => names.has(list.at(rowIndex)?.name ?? ''))
      if (rowIndexes.length < names.size && list.loadState.at === 'loading') return
      stop()
      resolve(rowIndexes)
    }
    const stop = list.subscribe(resolveWhenFound)
    resolveWhenFound()
  })
}

/** Whether focus is in the page outside of input fields. */
function isFocusOnRows(): boolean {
  const at = document.activeElement
  return at === document.body || (at?.closest('main') && !at.matches('input')) === true
}

/**
 * Pastes into the open folder. Moves focus to the new rows and, with `selects`, selects them, unless the selection or
 * focus has changed meanwhile.
 */
export async function pasteAndFocusNewRows(
  { uri, list, selection }: OpenFolder,
  clipboard: Clipboard,
  { selects, onCreated }: { selects: boolean; onCreated: (id: string) => void },
): Promise<void> {
  const { kind, items } = clipboard
  // The service refuses that only after what is in the way has been moved to the trash of the owner.
  const refusal = isOwnUri(uri) ? transferProblem(items, uri) : 'notOwn'
  // A copy beside the original gets another name.
  if (refusal && !(kind === 'copy' && refusal === 'present')) {
    showToast({ kind: 'done', key: 'pasteRefused', values: { refusal } })
    return
  }
  dismissToastAbout('clipboard')
  if (kind === 'cut') takeOffClipboard(clipboard)
  const before = selection.version()
  const result = await clipboard.paste(uri)
  // A job that came to it can be tried again by its message.
  if (result?.jobId === undefined) putBackOnClipboard(clipboard)
  const done = result?.done ?? []
  const rowIndexes = await whenListed(list, new Set(done.map(({ name }) => name)))
  const [first] = rowIndexes
  if (first === undefined || selection.version() !== before || !isFocusOnRows()) return
  if (selects) selection.replace(rowIndexes)
  const row = list.at(first)
  if (row) onCreated(row.id)
}
