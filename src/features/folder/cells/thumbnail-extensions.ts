import { MetadataKey } from '#src/contract/file.ts'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/**
 * Files with these extensions have thumbnails; undefined when thumbnails are off, null when the service does not list
 * them.
 */
export type ThumbnailExtensions = ReadonlySet<string> | null | undefined

/** Only images may have a thumbnail when the service does not list the extensions. */
export function mayHaveThumbnail(
  { name, isFolder, size, metadata, shortcut }: FileRow,
  kinds: ThumbnailExtensions,
): boolean {
  if (kinds === undefined || isFolder || (size === 0 && !shortcut?.file)) return false
  if (metadata && Object.hasOwn(metadata, MetadataKey.thumbDisabled)) return false
  if (kinds === null) return kindOfName(name) === 'image'
  return kinds.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

/** The thumbnail of a shortcut is that of what it leads to. */
export const thumbnailUri = (row: FileRow, folder: string): string | null =>
  row.shortcut ? (row.shortcut.file ?? null) : uriOfRow(row, folder)
