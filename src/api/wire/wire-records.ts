import type { File, FileListPage } from '#src/contract/file.ts'
import { MetadataKey } from '#src/contract/file.ts'
import { fromWireUri } from './wire-uri.ts'

/*
 * Converts the URIs inside of records from the scheme of the server to canonical form (docs/protocol.md §4.1).
 */

/** Metadata whose values are URIs. */
const uriKeys = [MetadataKey.restoreUri, MetadataKey.sharedRedirect]

export function fileFromWire(file: File): File {
  const { path, metadata } = file
  const uris = uriKeys.filter((key) => metadata[key] !== undefined)
  return {
    ...file,
    ...(path === undefined ? {} : { path: fromWireUri(path) }),
    ...(uris.length > 0 && {
      metadata: {
        ...metadata,
        ...Object.fromEntries(uris.map((key) => [key, fromWireUri(metadata[key] ?? '')])),
      },
    }),
  }
}

export function fileListFromWire(list: FileListPage): FileListPage {
  return {
    ...list,
    files: list.files.map(fileFromWire),
    ...(list.parent ? { parent: fileFromWire(list.parent) } : {}),
  }
}
