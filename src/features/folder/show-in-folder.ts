import { CancelledError, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { parentUri, parentUriAsText } from '#src/contract/uri.ts'
import { files, homeUri } from '#src/features/file-lists/files.ts'
import type { TypedName } from '#src/jobs/messages/toasts.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { selectionOf } from '#src/lists/per-list-values.ts'
import { uriOfRow } from './row-uri.ts'

/** Groups items by their folder, largest group first. */
export function groupByFolder(items: readonly JobItem[]): { folder: string; items: JobItem[] }[] {
  return [...groupBy(items, ({ uri }) => parentUriAsText(uri))]
    .map(([folder, some]) => ({ folder, items: some }))
    .sort((one, other) => other.items.length - one.items.length)
}

/** Selects rows of a folder as they are loaded. A copy has a new id, so rows are matched by URI. */
async function selectLoaded(
  client: QueryClient,
  folder: string,
  items: readonly JobItem[],
): Promise<void> {
  const left = new Map(items.flatMap((item) => [[item.id, item] as const, [item.uri, item]]))
  const read = () => client.ensureQueryData(files.list(folder))
  // A page that stops reading the list cancels the request for everybody; strict mode mounts each page twice.
  const list = await read().catch((error: unknown) => {
    if (error instanceof CancelledError) return read()
    throw error
  })
  // A list that was complete before does not contain the new items.
  if (list.loadState.at === 'complete') void list.reload()
  const selection = selectionOf(list)
  selection.clear()
  const selectKnown = () => {
    const rowIndexes: number[] = []
    for (const rowIndex of list.order) {
      const row = list.at(rowIndex)
      const item = row && (left.get(row.id) ?? left.get(uriOfRow(row, folder) ?? ''))
      if (!item) continue
      rowIndexes.push(rowIndex)
      left.delete(item.id)
      left.delete(item.uri)
    }
    if (rowIndexes.length > 0) selection.set(Uint32Array.from(rowIndexes), true, '')
    if (left.size === 0 || list.loadState.at !== 'loading') stop()
  }
  const stop = list.subscribe(selectKnown)
  selectKnown()
}

/** Opens a folder and selects these items in it. */
export function useShowInFolder(): (folder: string, items: readonly JobItem[]) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (folder, items) => {
    const [first] = items
    const place = new URLSearchParams({
      ...(folder === homeUri ? {} : { uri: folder }),
      ...(first ? { focus: first.uri } : {}),
    })
    void navigate(`/files?${place.toString()}`)
    // The page of the folder shows its own error.
    void selectLoaded(client, folder, items).catch(() => undefined)
  }
}

/** What a folder is entered with: the name that was typed for the row in the URL, to be asked for again. */
export type FolderEntryState = { readonly typedName?: string; readonly isFromFolder?: boolean }

/** Opens the folder of an item that was not renamed, with the name that was typed in its field. */
export function useRenameAgain(): (typed: TypedName) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return ({ uri, name }) => {
    const folder = parentUri(uri) ?? homeUri
    const params = new URLSearchParams(search)
    const isThere = pathname === '/files' && (params.get('uri') ?? homeUri) === folder
    const place = new URLSearchParams(folder === homeUri ? {} : { uri: folder })
    // How the folder is shown stays; a search in it may not have found the item.
    for (const key of isThere ? ['layout', 'sort', 'dir', 'cols'] : []) {
      const value = params.get(key)
      if (value !== null) place.set(key, value)
    }
    place.set('focus', uri)
    const state: FolderEntryState = { typedName: name }
    void navigate(`/files?${place.toString()}`, { replace: isThere, state })
  }
}
