import * as v from 'valibot'
import * as api from '#src/api/files/files.ts'
import { strictListOf } from '#src/contract/schema.ts'
import { childUri, parseUri, rootUri, urisOf } from '#src/contract/uri.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import {
  findItemById,
  canMeanGoneOrMoved,
  findItemsWithStaleUri,
} from '#src/jobs/verification/item-lookup.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import { removeFromTrashList } from './trash-list.ts'

/** The URI under which the service names a deleted item in a conflict. */
function conflictUriOf(uri: string): string[] {
  const { host, segments } = parseUri(uri)
  const [id] = segments
  return host === 'trash' && id !== undefined ? [childUri(rootUri('my'), id)] : []
}

export const queryKeysStaleAfterDeletion = () => [
  keys.files.trash(),
  keys.users.capacity(),
  keys.links.list(),
]

export const Deletion = v.object({ items: strictListOf(v.custom<FileRow>(isFileRow)) })
export type Deletion = v.InferOutput<typeof Deletion>

export const deletePermanently = defineJob<FileRow, Deletion>({
  journal: { name: 'deletePermanently', input: Deletion },
  operation: ({ items }) => createOperation('deletePermanently', items),
  createSender: () => (items, signal) => api.deleteFiles(urisOf(items), true, signal),
  // An item that somebody has restored since is not deleted.
  isDone: async (item, { signal }) => (await findItemById(item.id, signal)) === undefined,
  affectedUris: ({ uri }) => conflictUriOf(uri),
  mayAlreadyBeDone: canMeanGoneOrMoved,
  // Items that are not where they were in the trash any more were restored, or deleted another time.
  findStaleUris: (items, { signal }) => findItemsWithStaleUri(items, signal),
  patch: (done, { client }) => removeFromTrashList(client, done),
  invalidates: queryKeysStaleAfterDeletion,
})
