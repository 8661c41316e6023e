import { useMemo } from 'react'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'

const shownKinds: ReadonlySet<string> = new Set(['image', 'video', 'audio'])

/** The images, videos and audio of a folder in display order. */
export function useMediaRowIndexes(
  list: PagedList<FileRow, FolderListHead>,
  rowIndexes: Uint32Array,
): Uint32Array {
  return useMemo(
    () =>
      rowIndexes.filter((rowIndex) => {
        const row = list.at(rowIndex)
        return (
          row?.isUploading === false &&
          !row.shortcut &&
          shownKinds.has(kindOfName(row.name, row.isFolder))
        )
      }),
    [list, rowIndexes],
  )
}
