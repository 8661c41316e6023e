import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { createSignInCheck } from '#src/api/resets.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import {
  addToFolder,
  cachedFolderLists,
  reloadFolder,
} from '#src/features/file-lists/file-cache.ts'
import { users } from '#src/features/session/users.ts'
import {
  findUnfinishedUploads,
  discardUnfinishedUploads,
  journalIdOfRow,
} from '#src/features/uploads/journal/unfinished-uploads.ts'
import {
  resumeQueueWithLocalFiles,
  startUploads,
  type UploadRequest,
} from '#src/features/uploads/queue/start-uploads.ts'
import * as actions from '#src/features/uploads/queue/upload-actions.ts'
import type { FileListAccess } from '#src/features/uploads/targets/file-list-access.ts'
import { invalidateKeys, createWriteMeta } from '#src/jobs/invalidation.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import {
  type LocalFilesAndFolders,
  readFileSizes,
  type UnmeasuredFilesAndFolders,
} from '#src/platform/files/local-files.ts'
import { setScannedFileCount } from './scanned-files.ts'

const uploadCache = (client: QueryClient): FileListAccess => ({
  listedNames: (folder) => {
    const list = cachedFolderLists(client).find(({ uri }) => uri === folder)?.list
    if (list?.loadState.at !== 'complete') return undefined
    // One that is known to be out of date.
    if (list.loadState.since === 0 || list.isChangedElsewhere) return undefined
    const rows = Array.from(list.order, (rowIndex) => list.at(rowIndex))
    return new Map(rows.flatMap((row) => (row && !row.isUploading ? [[row.name, row]] : [])))
  },
  freeSpace: async () => {
    const capacity = { ...users.capacity(), staleTime: 0, retry: false }
    const { total, used } = await client.fetchQuery(capacity)
    return total > 0 ? total - used : Infinity
  },
  addToFolder: (folder, row) => addToFolder(client, folder, [row]),
  reloadFolders: (folders) => {
    for (const { uri } of cachedFolderLists(client)) if (folders.has(uri)) reloadFolder(client, uri)
  },
  invalidateUsage: () => invalidateKeys(client, [keys.users.capacity(), keys.files.infos()]),
})

const uploadOf = (files: readonly File[]) => createOperation('upload', files)

/**
 * Uploads outlive the component that starts them, and each file can be paused and resumed, so they run in a queue of
 * `queue/` and not in mutations; a mutation only hands them over. `id` is that of a row in `upload-rows.ts`.
 */
export const uploads = {
  /** Settles when the files are in the queue and the folders are created. */
  start: () =>
    mutationOptions({
      mutationFn: (request: UploadRequest, { client }) =>
        startUploads(uploadCache(client), request),
      // The variables hold every file that was selected.
      gcTime: 0,
      meta: createWriteMeta({
        invalidates: () => [],
        failureContext: ({ localFiles }: UploadRequest) => ({
          kind: 'notDone',
          operation: uploadOf(localFiles.files.map(({ file }) => file)),
        }),
      }),
    }),
  /** Goes on with uploads from before a reload; `id` is that of their list. */
  resumeUnfinished: () =>
    mutationOptions({
      mutationFn: (
        { id, localFiles }: { id: string; localFiles: LocalFilesAndFolders },
        { client },
      ) => resumeQueueWithLocalFiles(uploadCache(client), id, localFiles),
      gcTime: 0,
      meta: createWriteMeta({
        invalidates: () => [],
        failureContext: ({ localFiles }: { localFiles: LocalFilesAndFolders }) => ({
          kind: 'notDone',
          operation: uploadOf(localFiles.files.map(({ file }) => file)),
        }),
      }),
    }),
  /**
   * Reads files and uploads them, also when the page is left meanwhile, but not after a sign-out. `read` is called at once, with
   * what it is to call with the number of files so far.
   */
  startWhenRead: async (
    client: QueryClient,
    target: Omit<UploadRequest, 'localFiles'>,
    read: (
      onFound: (count: number) => void,
    ) => UnmeasuredFilesAndFolders | Promise<UnmeasuredFilesAndFolders>,
  ): Promise<void> => {
    const assertSignedIn = createSignInCheck()
    const onFound = (count: number) => {
      assertSignedIn()
      setScannedFileCount(count)
    }
    try {
      const localFiles = await readFileSizes(await read(onFound), onFound)
      assertSignedIn()
      // The mutation cache reports its errors.
      await startMutation(client, uploads.start(), { ...target, localFiles }).catch(() => undefined)
    } catch (error) {
      if (error instanceof SessionEndedError) return
      showToast({
        kind: 'failed',
        error: error as Error,
        failureContext: { kind: 'notLoaded', what: 'localFiles' },
      })
    } finally {
      // Adding rows has ended the reading already, unless there was nothing to upload.
      setScannedFileCount(undefined)
    }
  },
  listOfRow: journalIdOfRow,
  findUnfinished: findUnfinishedUploads,
  ...actions,
  cancelUpload: (client: QueryClient, id: number) => actions.cancelUpload(uploadCache(client), id),
  forgetUnfinished: (client: QueryClient, id: string) =>
    discardUnfinishedUploads(uploadCache(client), id),
}
