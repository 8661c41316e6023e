import type { File, FileList } from '#src/contract/file.ts'
import { MetadataKey } from '#src/contract/file.ts'
import type { Share } from '#src/contract/share.ts'
import { fromWireUri } from './wire-uri.ts'

/*
 * Converts the URIs inside of records from the scheme of the server to canonical form (docs/protocol.md §4.1).
 */

export function linkFromWire(share: Share): Share {
  return share.source_uri === undefined
    ? share
    : { ...share, source_uri: fromWireUri(share.source_uri) }
}

/** Metadata whose values are URIs. */
const uriKeys = [MetadataKey.restoreUri, MetadataKey.sharedRedirect]

export function fileFromWire(file: File): File {
  const { path, metadata, extended_info: extended } = file
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
    ...(extended?.shares
      ? { extended_info: { ...extended, shares: extended.shares.map(linkFromWire) } }
      : {}),
  }
}

export function fileListFromWire(list: FileList): FileList {
  return {
    ...list,
    files: list.files.map(fileFromWire),
    ...(list.parent ? { parent: fileFromWire(list.parent) } : {}),
  }
}
