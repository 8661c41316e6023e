import { queryOptions } from '@tanstack/react-query'
import { listFiles } from '#src/api/files/files.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { childUri, formatUri } from '#src/contract/uri.ts'
import { keys } from '#src/lists/keys.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { isLinkOfItemAtUri } from './link-source.ts'

/** Deleted folders that are looked at, each with a request of its own when it is looked into. */
const maxFolders = 50

/** The deleted folders that the item of a link may be in, newest first: they were deleted after the link was made. */
export const deletedFolderCandidatesQuery = (row: LinkRow) =>
  queryOptions({
    queryKey: keys.links.deletedFolders(row.id),
    queryFn: async ({ signal }): Promise<FileRow[]> => {
      const search = formatUri({ host: 'trash', segments: [], search: [['type', 'folder']] })
      const { files } = await listFiles(search, { size: maxFolders }, signal)
      return files
        .map((file) => toFileRow(file))
        .filter(({ isFolder, updatedAt }) => isFolder && updatedAt >= row.createdAt)
        .toSorted((a, b) => b.updatedAt - a.updatedAt)
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
