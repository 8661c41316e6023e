import { createDirectLink, deleteDirectLink } from '#src/api/files/direct-links.ts'
import { getFile } from '#src/api/files/files.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { defineMutation } from '#src/jobs/define-mutation.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

const directLinksOf = async ({ uri }: FileRow) =>
  (await getFile(uri, { extended: true })).extended_info?.direct_links ?? []

export const directLinks = {
  /** Makes the contents of a file public. Resolves to the address. */
  create: () =>
    defineMutation<FileRow, string>({
      send: ({ uri }) => createDirectLink(uri),
      item: (item) => item,
      operation: (item) => createOperation('createLink', [item]),
      check: async (item) => (await directLinksOf(item))[0]?.url,
      invalidates: () => [keys.files.infos()],
      isInline: true,
    }),
  remove: () =>
    defineMutation<{ item: FileRow; id: string }, true>({
      send: async ({ id }) => {
        await deleteDirectLink(id).catch((error: unknown) => {
          // Somebody has removed it before.
          if (!isNotFound(error)) throw error
        })
        return true
      },
      operation: ({ item }) => createOperation('deleteLinks', [item]),
      check: async ({ item, id }) =>
        (await directLinksOf(item)).some((link) => link.id === id) ? undefined : true,
      invalidates: () => [keys.files.infos()],
      isInline: true,
    }),
}
