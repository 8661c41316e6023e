import { childUri, InvalidUriError } from '#src/contract/uri.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/** The URI of a row of this folder; null when the service gave none and the name is not valid in a URI. */
export function uriOfRow(row: FileRow, folder: string): string | null {
  if (row.uri) return row.uri
  try {
    return childUri(folder, row.name)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}
