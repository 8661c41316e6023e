import type { QueryClient } from '@tanstack/react-query'
import { removeFromFolders } from '#src/features/file-lists/file-cache.ts'
import { removeEmptyFolder } from '#src/jobs/placement/staging-folders.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/** Removes the folders that are empty, children first, and their rows. A folder that is gone or in use is left alone. */
export async function removeCreatedFolders(
  client: QueryClient,
  folders: readonly FileRow[],
): Promise<void> {
  for (const folder of folders.toReversed()) {
    const isRemoved = await removeEmptyFolder(folder.uri).catch(() => false)
    if (isRemoved) removeFromFolders(client, [folder])
  }
}
