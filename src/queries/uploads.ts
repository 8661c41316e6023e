import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { describeOperation } from '#src/lib/operation.ts'
import { startUploads, type UploadRequest } from '#src/operations/uploads/start-uploads.ts'
import {
  findUnfinishedUploads,
  resumeWithFile,
} from '#src/operations/uploads/unfinished-uploads.ts'
import * as actions from '#src/operations/uploads/upload-actions.ts'
import type { UploadCache } from '#src/operations/uploads/upload-cache.ts'
import { addToFolder, folderLists, reloadFolder } from '#src/queries/files/file-cache.ts'
import { users } from '#src/queries/session/users.ts'
import { invalidateKeys, mutationMeta } from './invalidation.ts'
import { keys } from './keys.ts'

const uploadCache = (client: QueryClient): UploadCache => ({
  listedNames: (folder) => {
    const list = folderLists(client).find(({ uri }) => uri === folder)?.list
    if (list?.loadState.at !== 'complete') return undefined
    const rows = Array.from(list.order, (slot) => list.at(slot))
    return new Map(rows.flatMap((row) => (row ? [[row.name, row.isFolder]] : [])))
  },
  freeSpace: async () => {
    const capacity = { ...users.capacity(), staleTime: 0, retry: false }
    const { total, used } = await client.fetchQuery(capacity)
    return total > 0 ? total - used : Infinity
  },
  addToFolder: (folder, row) => addToFolder(client, folder, [row]),
  reloadFolders: (folders) => {
    for (const { uri } of folderLists(client)) if (folders.has(uri)) reloadFolder(client, uri)
  },
  invalidateUsage: () => invalidateKeys(client, [keys.users.capacity(), keys.files.infos()]),
})

const uploadOf = (files: readonly File[]) => describeOperation('upload', files)

/**
 * Uploads outlive the component that starts them, and each file can be paused and resumed, so they run in a queue of
 * `operations/uploads` and not in mutations; a mutation only hands them over. `id` is that of a row in `stores/uploads`.
 */
export const uploads = {
  /** Settles when the files are in the queue and the folders are created. */
  start: () =>
    mutationOptions({
      mutationFn: (request: UploadRequest, { client }) =>
        startUploads(uploadCache(client), request),
      // The variables hold every file that was picked.
      gcTime: 0,
      meta: mutationMeta({
        invalidates: () => [],
        about: ({ picked }: UploadRequest) => ({
          kind: 'notDone',
          operation: uploadOf(picked.files.map(({ file }) => file)),
        }),
      }),
    }),
  /** Goes on with an upload from before a reload; its data is false when that was another file. */
  resumeWithFile: () =>
    mutationOptions({
      mutationFn: ({ id, file }: { id: number; file: File }, { client }) =>
        resumeWithFile(uploadCache(client), id, file),
      gcTime: 0,
      meta: mutationMeta({
        invalidates: () => [],
        about: ({ file }: { file: File }) => ({ kind: 'notDone', operation: uploadOf([file]) }),
      }),
    }),
  findUnfinished: findUnfinishedUploads,
  ...actions,
}
