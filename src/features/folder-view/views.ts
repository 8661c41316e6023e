import { queryOptions } from '@tanstack/react-query'
import { getFile, getFileById, listFiles } from '#src/api/files/files.ts'
import { isRootUri, parentUri, parseUri } from '#src/contract/uri.ts'
import { defaultTrashView, defaultView } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { keys } from '#src/lists/keys.ts'

/*
 * View settings of folders. Files shows them, and the view settings page edits them.
 */

/** The effective view of a folder, from its first page; null when the service returns none. */
const readEffective = async (uri: string, signal?: AbortSignal): Promise<ViewSetting | null> =>
  (await listFiles(uri, {}, signal)).view ?? null

/** Whether the view was saved by a user: saving requires a gallery width, and the built-in view has none. */
export const isSavedView = (view: ViewSetting | null): boolean => view?.gallery_width !== undefined

/** The folder's own stored view, or null. For a root, which cannot be asked, the effective view is its own. */
export async function readOwnView(uri: string, signal?: AbortSignal): Promise<ViewSetting | null> {
  if (isRootUri(uri)) {
    const view = await readEffective(uri, signal)
    return isSavedView(view) ? view : null
  }
  return (await getFile(uri, { extended: true }, signal)).extended_info?.view ?? null
}

export const views = {
  /** The folder's own stored view; read again on every visit. */
  own: (uri: string) =>
    queryOptions({
      queryKey: keys.files.ownView(uri),
      queryFn: ({ signal }) => readOwnView(uri, signal),
      staleTime: 0,
      // A failed refetch is not reported: a save reads the view again before it writes.
      meta: { isInline: true },
    }),

  /** The effective view of a folder; null when the service returns none. */
  effective: (uri: string) =>
    queryOptions({
      queryKey: keys.files.effectiveView(uri),
      queryFn: ({ signal }) => readEffective(uri, signal),
      staleTime: 0,
      meta: { isInline: true },
    }),

  /** The view that a folder would inherit. */
  inherited: (uri: string) =>
    queryOptions({
      queryKey: keys.files.inheritedView(uri),
      queryFn: async ({ signal }): Promise<ViewSetting> => {
        const parent = parentUri(uri)
        if (parent !== null) return (await readEffective(parent, signal)) ?? defaultView
        return parseUri(uri).host === 'trash' ? defaultTrashView : defaultView
      },
      meta: { isInline: true },
    }),

  /** Where the user's folder is now, after a move or rename; null when it is gone. */
  movedTo: (folder: string, id: string) =>
    queryOptions({
      queryKey: keys.files.movedTo(folder, id),
      queryFn: async ({ signal }) => (await getFileById(id, signal)).path ?? null,
      retry: false,
      staleTime: 0,
      gcTime: 0,
      meta: { isInline: true },
    }),
}
