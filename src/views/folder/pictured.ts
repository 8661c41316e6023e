import { Metadata } from '#src/contract/file.ts'
import { kindOfName } from '#src/lib/names.ts'
import type { FileRow } from '#src/queries/files.ts'

/** Extensions of what has thumbnails; undefined for none at all, null where the service does not say. */
export type PicturedKinds = ReadonlySet<string> | null | undefined

/** Whether a row may have a thumbnail; the kinds that do are the service's to say. */
export function mayBePictured(
  { name, isFolder, size, metadata }: FileRow,
  kinds: PicturedKinds,
): boolean {
  if (kinds === undefined || isFolder || size === 0) return false
  if (metadata && Object.hasOwn(metadata, Metadata.thumbDisabled)) return false
  if (kinds === null) return kindOfName(name) === 'image'
  return kinds.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}
