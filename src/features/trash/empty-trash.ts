import type { QueryClient } from '@tanstack/react-query'
import { firstTrashPageParams } from '#src/api/files/files.ts'
import * as api from '#src/api/files/files.ts'
import { lookUpBeforeJob } from '#src/api/retry-requests.ts'
import { BatchError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import { rootUri } from '#src/contract/uri.ts'
import { defineMutation } from '#src/jobs/define-mutation.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { withoutActiveItems } from '#src/jobs/store/job-list.ts'
import { lookupPageOptions, readFilePages } from '#src/jobs/verification/item-lookup.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { deletePermanently, queryKeysStaleAfterDeletion } from './permanent-deletion.ts'
import { clearTrashList, removeFromTrashList } from './trash-list.ts'

/** Whether items have to be deleted one by one: something is locked, or the server has no call for all of them. */
const needsSingleDeletions = (error: unknown): boolean =>
  error instanceof LockConflictError ||
  error instanceof BatchError ||
  (error instanceof TransportError && error.status === 404)

/**
 * `isMore`: the trash has other items than those that are to be deleted, or a job restores some of them. `left`: of those,
 * what is to be deleted by a job.
 */
type Emptied = { readonly left: readonly FileRow[]; readonly isMore: boolean }

/**
 * Deletes everything in the trash with one request where it has nothing but these items, unless that is refused because of
 * single items: what was deleted before stays deleted.
 */
const emptyAtOnce = () =>
  defineMutation<{ count: number; all: readonly FileRow[] }, Emptied>({
    send: async ({ all }) => {
      const uris = new Set(all.map(({ uri }) => uri))
      const isMore = (await hasOthers(uris)) || withoutActiveItems(all).length < all.length
      try {
        if (!isMore) {
          await api.emptyTrash()
          return { left: [], isMore }
        }
      } catch (error) {
        if (!needsSingleDeletions(error)) throw error
      }
      return { left: (await readTrash()).filter(({ uri }) => uris.has(uri)), isMore }
    },
    check: async ({ all }) => {
      const uris = new Set(all.map(({ uri }) => uri))
      let isMore = false
      for await (const { files } of readFilePages(rootUri('trash'), firstTrashPageParams)) {
        if (files.some(({ path }) => path !== undefined && uris.has(path))) return undefined
        isMore ||= files.length > 0
      }
      return { left: [], isMore }
    },
    operation: ({ count }) => ({ kind: 'emptyTrash', name: '', count }),
    patch: (client, { left, isMore }, { all }) => {
      if (left.length > 0) return
      if (isMore) removeFromTrashList(client, all)
      // What was deleted while the request was under way is gone, too.
      else clearTrashList(client)
    },
    invalidates: queryKeysStaleAfterDeletion,
  })

const readTrashPages = () => {
  const params = { ...firstTrashPageParams, size: lookupPageOptions.size }
  return readFilePages(rootUri('trash'), params, { send: lookUpBeforeJob })
}

/** Everything that the trash lists. */
async function readTrash(): Promise<FileRow[]> {
  const rows: FileRow[] = []
  for await (const { files } of readTrashPages()) rows.push(...files.map((file) => toFileRow(file)))
  return rows
}

/** Whether the trash has anything else than what has these addresses, older or newer. */
async function hasOthers(uris: ReadonlySet<string>): Promise<boolean> {
  let pages = 0
  const isOther = ({ path }: File) => path === undefined || !uris.has(path)
  for await (const { files } of readTrashPages()) {
    if (files.some(isOther)) return true
    pages++
  }
  if (pages < 2) return false
  // What has been deleted while the other pages were read is on the first one.
  for await (const { files } of readTrashPages()) return files.some(isOther)
  return false
}

/**
 * Deletes all these items of the trash permanently: with one request where the trash has nothing else. When it has, or
 * something is locked, they go as a job, which asks about what is locked by name and can leave it out, and leaves what
 * another job restores. Resolves with whether the trash is empty now.
 */
export async function emptyTrashOfItems(
  client: QueryClient,
  all: readonly FileRow[],
): Promise<boolean> {
  const emptying = { count: all.length, all }
  const { left: items, isMore } = await startMutation(client, emptyAtOnce(), emptying)
  if (items.length === 0) return !isMore
  const { done } = await startMutation(client, deletePermanently(), { items })
  return !isMore && done.length === items.length
}
