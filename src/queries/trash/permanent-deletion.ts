import * as v from 'valibot'
import * as api from '#src/api/files.ts'
import { childUri, parseUri, rootUri } from '#src/contract/uri.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { type FileRow, isFileRow } from '#src/lists/file-row.ts'
import { findItemById, isGoneOrMoved } from '#src/operations/item-lookup.ts'
import { defineBatch } from '#src/queries/define-batch.ts'
import { keys } from '#src/queries/keys.ts'
import { removeFromTrash } from './trash-list.ts'

/** The URI under which the service names a deleted item in a conflict. */
function conflictUriOf(uri: string): string[] {
  const { host, segments } = parseUri(uri)
  const [id] = segments
  return host === 'trash' && id !== undefined ? [childUri(rootUri('my'), id)] : []
}

export const invalidatedByDeletion = () => [
  keys.files.trash(),
  keys.users.capacity(),
  keys.shares.list(),
]

/** Deletes items of the trash permanently. */
export const deletePermanently = defineBatch<FileRow, { readonly items: readonly FileRow[] }>({
  journal: {
    kind: 'deletePermanently',
    variables: v.object({ items: v.array(v.custom<FileRow>(isFileRow)) }),
  },
  operation: ({ items }) => describeOperation('deletePermanently', items),
  items: ({ items }) => items,
  createSender: () => (items, signal) =>
    api.deleteFiles(
      items.map(({ uri }) => uri),
      true,
      signal,
    ),
  // An item that somebody has restored since is not deleted.
  isDone: async (item, _, signal) => (await findItemById(item.id, signal)) === undefined,
  affectedUris: ({ uri }) => conflictUriOf(uri),
  mayAlreadyBeDone: isGoneOrMoved,
  patch: removeFromTrash,
  invalidates: invalidatedByDeletion,
})
