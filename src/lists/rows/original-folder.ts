import { parentUri, parentUriIfValid } from '#src/contract/uri.ts'
import type { FileRow } from './file-row.ts'

/** URI of the folder that a deleted item was in; null when it is not known. */
export const originalFolderOf = ({ origin }: Pick<FileRow, 'origin'>): string | null =>
  origin === null ? null : parentUriIfValid(origin)

/** The folders between the root and the original place of each item, parents first, without the root itself. */
export function originalAncestorsOf(items: readonly Pick<FileRow, 'origin'>[]): string[] {
  const folders = new Set<string>()
  for (const item of items) {
    const path: string[] = []
    let folder = originalFolderOf(item)
    while (folder !== null) {
      const parent = parentUri(folder)
      if (parent !== null) path.unshift(folder)
      folder = parent
    }
    for (const each of path) folders.add(each)
  }
  return [...folders]
}
