import { queryOptions } from '@tanstack/react-query'
import { getFile, getFileById, listFiles } from '#src/api/files.ts'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import { builtInTrashView, builtInView } from '#src/contract/view-rules.ts'
import type { ViewSetting } from '#src/contract/view.ts'

/*
 * How folders look, as the service keeps it. Files shows it, and the view settings change it.
 */

const isRoot = (uri: string): boolean => parseUri(uri).segments.length === 0

/** The view that holds in a folder, by its first page; null where the service shows none. */
const readEffective = async (uri: string, signal?: AbortSignal): Promise<ViewSetting | null> =>
  (await listFiles(uri, {}, signal)).view ?? null

/** A view that was saved says how wide the gallery is, since none can be saved without; the built-in one does not. */
export const wasSaved = (view: ViewSetting | null): boolean => view?.gallery_width !== undefined

/** The view that was saved for a folder itself, or null. A root cannot be asked: what holds there is its own. */
export async function readOwn(uri: string, signal?: AbortSignal): Promise<ViewSetting | null> {
  if (isRoot(uri)) {
    const view = await readEffective(uri, signal)
    return wasSaved(view) ? view : null
  }
  return (await getFile(uri, { extended: true }, signal)).extended_info?.view ?? null
}

export const views = {
  /** What was saved for a folder itself; read anew whenever one comes back to it. */
  own: (uri: string) =>
    queryOptions({
      queryKey: ['files', 'info', uri, 'own-view'],
      queryFn: ({ signal }) => readOwn(uri, signal),
      staleTime: 0,
      // Without it for once nothing is lost: a save reads it again before it writes.
      meta: { isInline: true },
    }),

  /** The view that holds in a folder, its own or not; null where the service shows none. */
  effective: (uri: string) =>
    queryOptions({
      queryKey: ['files', 'info', uri, 'effective-view'],
      queryFn: ({ signal }) => readEffective(uri, signal),
      staleTime: 0,
      meta: { isInline: true },
    }),

  /** How a folder looks without a view of its own. */
  above: (uri: string) =>
    queryOptions({
      queryKey: ['files', 'info', uri, 'view-above'],
      queryFn: async ({ signal }): Promise<ViewSetting> => {
        const above = parentUri(uri)
        if (above !== null) return (await readEffective(above, signal)) ?? builtInView
        return parseUri(uri).host === 'trash' ? builtInTrashView : builtInView
      },
      meta: { isInline: true },
    }),

  /** Where a folder of one's own is now, whatever became of its address; null when it is gone. */
  movedTo: (folder: string, id: string) =>
    queryOptions({
      queryKey: ['files', 'info', folder, 'moved-to', id],
      queryFn: async ({ signal }) => (await getFileById(id, signal)).path ?? null,
      retry: false,
      staleTime: 0,
      gcTime: 0,
      meta: { isInline: true },
    }),
}
