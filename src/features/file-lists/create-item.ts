import * as api from '#src/api/files/files.ts'
import { type File, FileType } from '#src/contract/file.ts'
import { childUri } from '#src/contract/uri.ts'
import { addToFolder } from '#src/features/file-lists/file-cache.ts'
import { defineMutation } from '#src/jobs/define-mutation.ts'
import { findItemAtUri, isNewerThan } from '#src/jobs/verification/item-lookup.ts'
import { assertFolderIsThere } from '#src/jobs/verification/target-folder.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'

/** A new, empty folder or file in `folder`; with `folderId` only while that is the folder at its URI. */
export const createItem = () =>
  defineMutation<
    { folder: string; folderId?: string | undefined; name: string; kind: 'folder' | 'file' },
    File
  >({
    send: async ({ folder, folderId, name, kind }) => {
      await assertFolderIsThere({ uri: folder, id: folderId })
      return api.createEmptyItem(childUri(folder, name), kind)
    },
    operation: ({ name }) => createOperation('create', [{ name }]),
    check: async ({ folder, name, kind }, sentAt) => {
      const file = await findItemAtUri(childUri(folder, name))
      const isEmpty = kind === 'folder' || file?.size === 0
      return file?.type === FileType[kind] && isEmpty && isNewerThan(file, sentAt)
        ? file
        : undefined
    },
    patch: (client, file, { folder }) => addToFolder(client, folder, [toFileRow(file)]),
    invalidates: () => [keys.files.infos()],
    isInline: true,
  })
