import { MetadataKey } from '#src/contract/file.ts'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/**
 * File extensions that have thumbnails; undefined when thumbnails are off, null when the service does not list them.
 */
export type ThumbnailExtensions = ReadonlySet<string> | null | undefined

/** Whether a file may have a thumbnail. When the service does not list the extensions, only images may. */
export function mayHaveThumbnail(
  { name, isFolder, size, metadata, shortcut }: FileRow,
  kinds: ThumbnailExtensions,
): boolean {
  if (kinds === undefined || isFolder || (size === 0 && !shortcut?.file)) return false
  if (metadata && Object.hasOwn(metadata, MetadataKey.thumbDisabled)) return false
  if (kinds === null) return kindOfName(name) === 'image'
  return kinds.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

/** The URI of the thumbnail of a row of a folder; that of a shortcut is what it leads to. */
export const thumbnailUri = (row: FileRow, folder: string): string | null =>
  row.shortcut ? (row.shortcut.file ?? null) : uriOfRow(row, folder)
