import { useMemo } from 'react'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Folder } from '#src/lists/rows/folder.ts'

const shownKinds: ReadonlySet<string> = new Set(['image', 'video', 'audio'])

/** The images, videos and audio of a folder in display order. */
export function usePictures(list: PagedList<FileRow, Folder>, slots: Uint32Array): Uint32Array {
  return useMemo(
    () =>
      slots.filter((slot) => {
        const row = list.at(slot)
        return (
          row?.isUploading === false &&
          !row.shortcut &&
          shownKinds.has(kindOfName(row.name, row.isFolder))
        )
      }),
    [list, slots],
  )
}
