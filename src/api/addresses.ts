import type { File, FileList } from '#src/contract/file.ts'
import { Metadata } from '#src/contract/file.ts'
import type { Share } from '#src/contract/share.ts'
import { fromWire } from './wire-uri.ts'

/*
 * Records with the addresses in them as everything above knows them.
 */

export function readShare(share: Share): Share {
  return share.source_uri === undefined
    ? share
    : { ...share, source_uri: fromWire(share.source_uri) }
}

export function readFile(file: File): File {
  const { path, metadata, extended_info: extended } = file
  const origin = metadata[Metadata.restoreUri]
  return {
    ...file,
    ...(path === undefined ? {} : { path: fromWire(path) }),
    ...(origin === undefined
      ? {}
      : { metadata: { ...metadata, [Metadata.restoreUri]: fromWire(origin) } }),
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
