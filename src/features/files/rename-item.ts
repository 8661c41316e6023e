import type { QueryClient } from '@tanstack/react-query'
import * as api from '#src/api/files/files.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import { childUri, isSameOrBelow, parentUri, parseUri } from '#src/contract/uri.ts'
import {
  cachedFolderLists,
  changeRow,
  reloadSearches,
} from '#src/features/file-lists/file-cache.ts'
import { defineMutation } from '#src/jobs/define-mutation.ts'
import { showUndoableToast } from '#src/jobs/messages/last-undo.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { findItemAtUri, findItemById } from '#src/jobs/verification/item-lookup.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'

/** `isUndo`: it takes another rename back. `isInField`: whether a field on screen has the name. */
type Rename = { item: FileRow; name: string; isUndo?: boolean; isInField?: () => boolean }

/**
 * Renames the item. When there is nothing at its URI, and it has not got that name meanwhile, throws `staleUri` or 404,
 * depending on what became of it, and shows the name that somebody else has given it.
 */
async function sendRename(client: QueryClient, { item, name }: Rename): Promise<File> {
  try {
    return await api.renameFile(item.uri, name)
  } catch (error) {
    // Only the user's own items can be found by their id.
    if (!hasErrorCode(error, ErrorCode.pathNotFound) || parseUri(item.uri).host !== 'my')
      throw error
    const found = await lookUpWithRetry(() => findItemById(item.id))
    const now = found && toFileRow(found)
    if (!now || parseUri(now.uri).host === 'trash') throw new ApiError({ code: ErrorCode.notFound })
    if (parentUri(now.uri) === parentUri(item.uri)) {
      // Another tab or person wanted the same name.
      if (now.name === name) return found
      changeRow(client, item.id, (row) => ({ ...row, name: now.name, uri: now.uri }))
    }
    throw new ApiError({ code: ErrorCode.staleUri })
  }
}

/** Renames an item. Resolves with the item under its new name. */
export const renameItem = () =>
  defineMutation<Rename, File>({
    send: (variables, client) => sendRename(client, variables),
    item: ({ item }) => item,
    urisMayBeStale: ({ isUndo }) => isUndo === true,
    operation: ({ item, name }) => ({ ...createOperation('rename', [item]), newName: name }),
    check: async ({ item, name }) => {
      const found = await findItemAtUri(childUri(parentUri(item.uri) ?? '', name))
      return found?.id === item.id ? found : undefined
    },
    patch: (client, file, { item, name, isUndo }) => {
      const renamed = toFileRow(file)
      const { uri, size, updatedAt } = renamed
      // The answer has no metadata: whether it is a shortcut or still being uploaded is not in it, nor whether it is shared.
      changeRow(client, item.id, (row) => ({ ...row, name: renamed.name, uri, size, updatedAt }))
      for (const { uri: folder } of cachedFolderLists(client))
        if (isSameOrBelow(folder, item.uri))
          client.removeQueries({ queryKey: keys.files.list(folder), exact: true })
      if (item.isFolder) reloadSearches(client)
      const back = { item: renamed, name: item.name, isUndo: true }
      showUndoableToast(
        { kind: 'done', key: 'renamed', values: { from: item.name, to: name } },
        createOperation('rename', [renamed]),
        isUndo ? undefined : () => startMutation(client, renameItem(), back),
      )
    },
    showsSuccess: true,
    invalidates: () => [keys.files.infos(), keys.links.list()],
    typedName: ({ item: { uri }, name, isInField }) =>
      isInField?.() === false ? { uri, name } : undefined,
    isInline: true,
  })
