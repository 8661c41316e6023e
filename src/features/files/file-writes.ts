import type { QueryClient } from '@tanstack/react-query'
import * as api from '#src/api/files/files.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import { childUri, isSameOrBelow, parentUri } from '#src/contract/uri.ts'
import { folderLists, reloadSearches, searchLists } from '#src/features/file-lists/file-cache.ts'
import { createItem } from '#src/features/folder/create-item.ts'
import { deletePermanently } from '#src/features/trash/permanent-deletion.ts'
import { restore, trash } from '#src/features/trash/trash-writes.ts'
import { defineMutation } from '#src/jobs/define-mutation.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-questions.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { showUndoableToast } from '#src/jobs/messages/undoable-toast.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { findItemAt } from '#src/jobs/verification/item-lookup.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { copy, move } from './transfers.ts'

/* Writes of files and folders. Lists on screen change once the service has confirmed, never before. */

/** `isUndo`: it takes another rename back. */
type Rename = { item: FileRow; name: string; isUndo?: boolean }

/** The failure is shown in a toast: there is no field for it. */
function renameBack(client: QueryClient, variables: Rename): void {
  startMutation(client, fileWrites.rename(), variables).catch((error: Error) => {
    if (error instanceof LockCancelledError || error instanceof SessionEndedError) return
    const operation = describeOperation('rename', [variables.item])
    showToast({ kind: 'failed', error, about: { kind: 'notUndone', operation } })
  })
}

export const fileWrites = {
  create: createItem,

  /** Resolves with the item under its new name. */
  rename: () =>
    defineMutation<Rename, File>({
      send: ({ item, name }) => api.renameFile(item.uri, name),
      item: ({ item }) => item,
      isLate: ({ isUndo }) => isUndo === true,
      operation: ({ item }) => describeOperation('rename', [item]),
      check: async ({ item, name }) => {
        const found = await findItemAt(childUri(parentUri(item.uri) ?? '', name))
        return found?.id === item.id ? found : undefined
      },
      patch: (client, file, { item, name, isUndo }) => {
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
        const names = { from: item.name, to: name }
        const back = () => renameBack(client, { item: row, name: item.name, isUndo: true })
        showUndoableToast(
          { kind: 'done', key: 'renamed', values: names },
          isUndo ? undefined : back,
        )
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
