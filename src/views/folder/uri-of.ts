import { childUri, InvalidUriError } from '#src/contract/uri.ts'
import type { FileRow } from '#src/queries/files.ts'

/** Where a row of this folder is; null for a name that no address can hold when the service gave none. */
export function uriOf(row: FileRow, folder: string): string | null {
  if (row.uri) return row.uri
  try {
    return childUri(folder, row.name)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}
