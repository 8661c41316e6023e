import * as v from 'valibot'
import * as api from '#src/api/files.ts'
import { BatchError, TransportError } from '#src/contract/errors.ts'
import { childUri, isSameOrBelow, parseUri, rootUri } from '#src/contract/uri.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { type FileRow, isFileRow } from '#src/lists/file-row.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { findItemById, isGoneOrMoved } from '#src/operations/item-lookup.ts'
import { defineBatch } from '#src/queries/define-batch.ts'
import { defineMutation } from '#src/queries/define-mutation.ts'
import { keys } from '#src/queries/keys.ts'
import { removeFromTrash } from './trash-list.ts'

/** The URI under which the service names a deleted item in a conflict. */
function conflictUriOf(uri: string): string[] {
  const { host, segments } = parseUri(uri)
  const [id] = segments
  return host === 'trash' && id !== undefined ? [childUri(rootUri('my'), id)] : []
}

const invalidates = () => [keys.files.trash(), keys.users.capacity(), keys.shares.list()]

/** Deletes items of the trash for good. */
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
  invalidates,
})

const pageSize = 500
const maxItemsPerRequest = 100

/** For servers without a call for it: deletes what the trash lists until it lists nothing more. */
async function emptyTrashByPages(): Promise<void> {
  let failure: unknown
  const failedIds = new Set<string>()
  for (;;) {
    const { files } = await api.listFiles(rootUri('trash'), {
      size: pageSize,
      order: 'updated_at',
      direction: 'desc',
    })
    const uris = files.flatMap(({ id, path }) => (path && !failedIds.has(id) ? [path] : []))
    if (uris.length === 0) break
    for (let start = 0; start < uris.length; start += maxItemsPerRequest) {
      try {
        await api.deleteFiles(uris.slice(start, start + maxItemsPerRequest), true)
      } catch (error) {
        if (!(error instanceof BatchError) || error.failures.size === 0) throw error
        failure = error
        const failedUris = [...error.failures.keys()]
        for (const { id, path } of files) {
          if (failedUris.some((uri) => isSameOrBelow(uri, path ?? ''))) failedIds.add(id)
        }
      }
    }
  }
  if (failure !== undefined) throw failure
}

/** Deletes everything in the trash for good. */
export const emptyTrash = () =>
  defineMutation<{ count: number }, void>({
    send: async () => {
      try {
        await api.emptyTrash()
      } catch (error) {
        if (!(error instanceof TransportError) || error.status !== 404) throw error
        await emptyTrashByPages()
      }
    },
    operation: ({ count }) => ({ kind: 'emptyTrash', name: '', count }),
    patch: (client) => {
      const list = client.getQueryData<PagedList<FileRow>>(keys.files.trash())
      const ids = new Set<string>()
      for (const slot of list?.order ?? []) {
        const row = list?.at(slot)
        if (row) ids.add(row.id)
      }
      list?.remove(ids)
    },
    invalidates,
  })
