import { queryOptions } from '@tanstack/react-query'
import { firstTrashPageParams } from '#src/api/files/files.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { childUri, formatUri } from '#src/contract/uri.ts'
import { readFilePages } from '#src/jobs/verification/item-lookup.ts'
import { keys } from '#src/lists/keys.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { isLinkOfItemAtUri } from './link-source.ts'

/** The deleted folders that the item of a link may be in, newest first: they were deleted after the link was made. */
export const deletedFolderCandidatesQuery = (row: LinkRow) =>
  queryOptions({
    queryKey: keys.links.deletedFolders(row.id),
    queryFn: async ({ signal }): Promise<FileRow[]> => {
      const search = formatUri({ host: 'trash', segments: [], search: [['type', 'folder']] })
      const folders: FileRow[] = []
      for await (const { files } of readFilePages(search, firstTrashPageParams, { signal })) {
        const rows = files.map((file) => toFileRow(file))
        const deletedSince = rows.filter(({ updatedAt }) => updatedAt >= row.createdAt)
        folders.push(...deletedSince.filter(({ isFolder }) => isFolder))
        if (deletedSince.length < rows.length) break
      }
      return folders
    },
    meta: { isInline: true },
  })

/**
 * The one of these deleted folders that has the item of a link directly in it. What is in a deleted folder is not
 * listed, and found by its path.
 */
export async function findParentAmongDeletedFolders(
  row: LinkRow,
  folders: readonly FileRow[],
): Promise<FileRow | null> {
  for (const folder of folders) {
    try {
      if (await isLinkOfItemAtUri(childUri(folder.uri, row.name), row.id)) return folder
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
  return null
}
