import * as api from '#src/api/files.ts'
import type { File } from '#src/contract/file.ts'
import { childUri, isSameOrBelow, parentUri } from '#src/contract/uri.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { type FileRow, toFileRow } from '#src/lists/file-row.ts'
import { findItemAt } from '#src/operations/item-lookup.ts'
import { defineMutation } from '#src/queries/define-mutation.ts'
import { keys } from '#src/queries/keys.ts'
import { deletePermanently } from '#src/queries/trash/permanent-deletion.ts'
import { restore, trash } from '#src/queries/trash/trash-writes.ts'
import { addToFolder, folderLists, reloadSearches, searchLists } from './file-cache.ts'
import { copy, move } from './transfers.ts'

export { transferItems } from './transfers.ts'

/* Writes of files and folders. Lists on screen change once the service has confirmed, never before. */

export const fileWrites = {
  /** A new, empty folder or file in `folder`. */
  create: () =>
    defineMutation<{ folder: string; name: string; kind: 'folder' | 'file' }, File>({
      send: ({ folder, name, kind }) => api.createFile(childUri(folder, name), kind),
      operation: ({ name }) => describeOperation('create', [{ name }]),
      check: ({ folder, name }) => findItemAt(childUri(folder, name)),
      patch: (client, file, { folder }) => addToFolder(client, folder, [toFileRow(file)]),
      invalidates: () => [keys.files.infos()],
      inline: true,
    }),

  /** Resolves with the item under its new name. */
  rename: () =>
    defineMutation<{ item: FileRow; name: string }, File>({
      send: ({ item, name }) => api.renameFile(item.uri, name),
      operation: ({ item }) => describeOperation('rename', [item]),
      check: async ({ item, name }) => {
        const found = await findItemAt(childUri(parentUri(item.uri) ?? '', name))
        return found?.id === item.id ? found : undefined
      },
      patch: (client, file, { item }) => {
        // The answer to a rename contains neither.
        const row = { ...toFileRow(file), isShared: item.isShared, metadata: item.metadata }
        for (const { uri, list } of folderLists(client)) {
          if (list.slotOf(item.id) !== undefined) list.put([row])
          if (isSameOrBelow(uri, item.uri)) {
            client.removeQueries({ queryKey: keys.files.list(uri), exact: true })
          }
        }
        for (const { list } of searchLists(client)) {
          if (list.slotOf(item.id) !== undefined) list.put([row])
        }
        if (item.isFolder) reloadSearches(client)
      },
      invalidates: () => [keys.files.infos(), keys.shares.list()],
      inline: true,
    }),

  move,
  copy,

  trash,
  restore,
  deletePermanently,
}
