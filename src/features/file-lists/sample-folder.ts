import { MetadataKey } from '#src/contract/file.ts'
import { dayMs } from '#src/lib/time.ts'
import { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'

type Sample = { name: string; isFolder?: boolean; size?: number; metadata?: Record<string, string> }

/** A list of made-up rows for the preview of a folder that has no such items. */
export function createSampleFolderList(
  samples: readonly Sample[],
): PagedList<FileRow, FolderListHead> {
  const now = Date.now()
  const rows = samples.map(({ name, isFolder = false, size = 0, metadata = {} }, at): FileRow => ({
    id: `sample ${at}`,
    uri: '',
    name,
    isFolder,
    size,
    createdAt: now - (at * 9 + 3) * dayMs,
    updatedAt: now - (at * 4 + 1) * dayMs,
    isShared: false,
    isUploading: false,
    capability: null,
    // The service has no thumbnail of it.
    metadata: { ...metadata, [MetadataKey.thumbDisabled]: '' },
    origin: null,
    originFolder: null,
    collectedAt: null,
  }))
  const list = PagedList.from<FileRow, undefined, FolderListHead>(() => Promise.resolve({ rows }))
  void list.start()
  return list
}
