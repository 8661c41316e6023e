import type { FileVersion } from '#src/features/uploads/upload-rows.ts'
import type { PickedFile } from '#src/platform/picked-files.ts'
import type { JournaledFile } from './journaled-uploads.ts'

/** Whether a picked file is the one that was picked before, by size and date. */
export const isSame = (one: FileVersion, { file, size }: PickedFile): boolean =>
  one.size === size && one.modified === file.lastModified

/**
 * Which of the picked files are left of a list: `matching` in the folders that they came in then, for they may have been
 * picked from another folder now, or from none. `differing`: names of those whose size or date is another one by now.
 */
export function sortOutPicked(
  left: readonly JournaledFile[],
  files: readonly PickedFile[],
): { readonly matching: readonly PickedFile[]; readonly differing: readonly string[] } {
  const byPath = new Map(left.map((file) => [pathKey(file.path, file.name), file]))
  const byContent = new Map<string, JournaledFile[]>()
  for (const file of left) {
    const key = contentKey(file.name, file.size, file.modified)
    byContent.set(key, [...(byContent.get(key) ?? []), file])
  }
  const matching: PickedFile[] = []
  const differing: string[] = []
  for (const picked of files) {
    const { name, lastModified } = picked.file
    const atPath = byPath.get(pathKey(picked.path, name))
    const [alike, ...others] = byContent.get(contentKey(name, picked.size, lastModified)) ?? []
    if (atPath && isSame(atPath, picked)) matching.push(picked)
    else if (alike && others.length === 0) matching.push({ ...picked, path: alike.path })
    else if (atPath) differing.push(name)
  }
  return { matching, differing }
}

const pathKey = (path: readonly string[], name: string) => [...path, name].join('/')
const contentKey = (name: string, size: number, modified: number) => `${size} ${modified} ${name}`
