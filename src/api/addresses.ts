import { canonicalUri, wireUri } from '#src/contract/uri.ts'
import type { File, FileList } from '#src/contract/file.ts'
import { Metadata } from '#src/contract/file.ts'
import type { Share } from '#src/contract/share.ts'
import { runtime } from '#src/lib/runtime.ts'

/*
 * Addresses cross the wire here: canonical `svc://` text above `api`, the deployment's scheme below it, in every field
 * that holds one.
 */

/** The address as the service wants it. */
export const toWire = (uri: string): string => wireUri(uri, runtime.scheme)

export function readShare(share: Share): Share {
  return share.source_uri === undefined
    ? share
    : { ...share, source_uri: canonicalUri(share.source_uri) }
}

export function readFile(file: File): File {
  const { path, metadata, extended_info: extended } = file
  const origin = metadata[Metadata.restoreUri]
  return {
    ...file,
    ...(path === undefined ? {} : { path: canonicalUri(path) }),
    ...(origin === undefined
      ? {}
      : { metadata: { ...metadata, [Metadata.restoreUri]: canonicalUri(origin) } }),
    ...(extended?.shares
      ? { extended_info: { ...extended, shares: extended.shares.map(readShare) } }
      : {}),
  }
}

export function readFileList(list: FileList): FileList {
  return {
    ...list,
    files: list.files.map(readFile),
    ...(list.parent ? { parent: readFile(list.parent) } : {}),
  }
}
