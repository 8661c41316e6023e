import { childUri } from '#src/contract/uri.ts'
import type { FileSizeAndTime } from '#src/features/uploads/upload-rows.ts'
import type { LocalFile } from '#src/platform/files/local-files.ts'
import type { JournaledFile } from './journaled-uploads.ts'

/** Whether a selected file is the one that was selected before, by size and date. */
export const isSameFile = (one: FileSizeAndTime, { file, size }: LocalFile): boolean =>
  one.size === size && one.modified === file.lastModified

/**
 * Which of the selected files are left of a list: `matching` in the folders that they came in then, for they may have been
 * selected from another folder now, or from none. `differing`: names of those whose size or date is another one by now.
 */
export function matchLocalFiles(
  left: readonly JournaledFile[],
  files: readonly LocalFile[],
): { readonly matching: readonly LocalFile[]; readonly differing: readonly string[] } {
  const byPath = new Map(left.map((file) => [pathKey(file.path, file.name), file]))
  const byContent = new Map<string, JournaledFile[]>()
  for (const file of left) {
    const key = contentKey(file.name, file.size, file.modified)
    byContent.set(key, [...(byContent.get(key) ?? []), file])
  }
  const matching: LocalFile[] = []
  const differing: string[] = []
  for (const localFile of files) {
    const { name, lastModified } = localFile.file
    const atPath = byPath.get(pathKey(localFile.path, name))
    const [alike, ...others] = byContent.get(contentKey(name, localFile.size, lastModified)) ?? []
    if (atPath && isSameFile(atPath, localFile)) matching.push(localFile)
    else if (alike && others.length === 0) matching.push({ ...localFile, path: alike.path })
    else if (atPath) differing.push(name)
  }
  return { matching, differing }
}

const pathKey = (path: readonly string[], name: string) => [...path, name].join('/')
const contentKey = (name: string, size: number, modified: number) => `${size} ${modified} ${name}`

/** The folder that a journaled file goes to. */
export const folderOf = (folder: string, { path }: JournaledFile): string =>
  path.reduce(childUri, folder)

type Match<File> = { readonly localFile: LocalFile; readonly index: number; readonly file: File }

/** The files of a list that go to a place of a selected one. */
export const matchesOf = <File extends JournaledFile>(
  files: ReadonlyMap<number, File>,
  folder: string,
  byPlace: ReadonlyMap<string, LocalFile>,
): Match<File>[] =>
  [...files].flatMap(([index, file]) => {
    const localFile = byPlace.get(childUri(folderOf(folder, file), file.name))
    return localFile ? [{ localFile, index, file }] : []
  })
