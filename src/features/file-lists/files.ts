import { queryOptions } from '@tanstack/react-query'
import { firstTrashPageParams, getFile } from '#src/api/files/files.ts'
import { getOwnLink } from '#src/api/links/links.ts'
import { sharedWithMeHost } from '#src/contract/flags/actions.ts'
import { parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import { keys } from '#src/lists/keys.ts'
import { createFilePageSource } from '#src/lists/loading/file-pages.ts'
import { pagedListOptions } from '#src/lists/loading/paged-lists.ts'

/**
 * The folder whose view applies; `root` when none was found up to the root, whose own view cannot be read
 * (docs/protocol.md §3.3).
 */
export type FolderViewOrigin =
  | { from: 'own' | 'root' }
  | { from: 'folder'; name: string; uri: string }

const trashUri = rootUri('trash')
export const homeUri = rootUri('my')
/** Lists the shortcuts to what others share (docs/protocol.md §4.9). */
export const sharedWithMeUri = rootUri(sharedWithMeHost)

export const files = {
  /** The items of a folder, in the order of its effective view. */
  list: (uri: string) =>
    pagedListOptions(keys.files.list(uri), () =>
      createFilePageSource(uri, { size: undefined, order: undefined, direction: undefined }),
    ),
  /** The trash, newest deletion first. Each deletion gives an item another address there. */
  trash: () =>
    pagedListOptions(
      keys.files.trash(),
      () => createFilePageSource(trashUri, firstTrashPageParams),
      {
        isAnother: (known, { uri }) => known.uri !== uri,
      },
    ),
  /** A share link as whoever is here sees it. It counts no visit. */
  sharedItem: (id: string, password: string | undefined) =>
    queryOptions({
      queryKey: keys.files.sharedItem(id, password),
      queryFn: ({ signal }) => getOwnLink(id, password, signal),
      staleTime: Infinity,
      // On failure the path shows "link".
      meta: { isInline: true },
    }),
  /** Where the effective view of a folder comes from. */
  viewOrigin: (uri: string) =>
    queryOptions({
      queryKey: keys.files.viewOrigin(uri),
      queryFn: async ({ signal }): Promise<FolderViewOrigin> => {
        for (let at: string | null = uri; at !== null; at = parentUri(at)) {
          const name = parseUri(at).segments.at(-1)
          if (name === undefined) break
          const { extended_info: extended } = await getFile(at, { extended: true }, signal)
          if (extended?.view)
            return at === uri ? { from: 'own' } : { from: 'folder', name, uri: at }
        }
        return { from: 'root' }
      },
      // On failure the panel leaves the line out.
      meta: { isInline: true },
    }),
  info: (uri: string) =>
    queryOptions({
      queryKey: keys.files.info(uri),
      queryFn: ({ signal }) => getFile(uri, { extended: true }, signal),
    }),
  /** The size of what is in a folder, which the service counts when it is asked; null when it does not say. */
  folderSize: (uri: string) =>
    queryOptions({
      queryKey: keys.files.folderSize(uri),
      queryFn: async ({ signal }) =>
        (await getFile(uri, { folderSummary: true }, signal)).folder_summary ?? null,
      // On failure the details leave it out.
      meta: { isInline: true },
    }),
}
