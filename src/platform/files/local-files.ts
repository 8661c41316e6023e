import { createYielder } from '#src/lib/concurrency/yield-to-main.ts'

/** A file that the user chose, dropped or pasted. */
type FoundFile = {
  readonly file: File
  /** Names of the folders that contain it, outermost first. */
  readonly path: readonly string[]
  /** Reads the file's state from disk again, where the browser supports it; rejects when the file is gone. */
  readonly reopen?: () => Promise<File>
}

type Found<File> = {
  readonly files: readonly File[]
  /** Paths of all folders, including empty ones, outer before inner. */
  readonly folders: readonly (readonly string[])[]
  /** Files that the browser cannot read, and folders that it has not read to their end. */
  readonly unreadable?: readonly UnreadableEntry[]
}

type UnreadableEntry = {
  readonly name: string
  /** Names of the folders that contain it, outermost first. */
  readonly path: readonly string[]
  readonly isFolder: boolean
}

export type UnmeasuredFilesAndFolders = Found<FoundFile>

/** `size` is the size when the file was selected, in bytes. */
export type LocalFile = FoundFile & { readonly size: number }
export type LocalFilesAndFolders = Found<LocalFile>

const toFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

const somethingIn = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject))

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/**
 * Reads dropped entries, folders recursively. `onFound` is called with the number of files so far.
 */
async function readEntries(
  entries: readonly FileSystemEntry[],
  onFound: (count: number) => void,
): Promise<UnmeasuredFilesAndFolders> {
  const files: FoundFile[] = []
  const folders: string[][] = []
  const unreadable: UnreadableEntry[] = []
  const take = async (entry: FileSystemEntry, path: readonly string[]): Promise<void> => {
    if (!isFile(entry)) return
    const reopen = () => toFile(entry)
    const file = await reopen().catch(() => undefined)
    if (file) files.push({ file, path, reopen })
    else unreadable.push({ name: entry.name, path, isFolder: false })
  }
  const waiting = entries.map((entry) => ({ entry, path: [] as string[] }))
  await Promise.all(waiting.map(({ entry, path }) => take(entry, path)))
  // A queue instead of recursion: folders can be nested to any depth.
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!next.entry.isDirectory) continue
    const path = [...next.path, next.entry.name]
    folders.push(path)
    const reader = (next.entry as FileSystemDirectoryEntry).createReader()
    // `readEntries` returns at most 100 entries a call; an empty array is the end.
    for (;;) {
      const inside = await somethingIn(reader).catch(() => undefined)
      if (!inside) unreadable.push({ name: next.entry.name, path: next.path, isFolder: true })
      if (!inside?.length) break
      await Promise.all(inside.map((entry) => take(entry, path)))
      waiting.push(...inside.filter((entry) => entry.isDirectory).map((entry) => ({ entry, path })))
      onFound(files.length)
    }
  }
  return { files, folders, unreadable }
}

/** The files of a file input; an input for folders provides the path of each file. */
export function filesFromInput(list: ArrayLike<File>): UnmeasuredFilesAndFolders {
  const folders = new Map<string, string[]>()
  const files = Array.from(list, (file) => {
    const path = (file.webkitRelativePath ?? '').split('/').slice(0, -1)
    for (let depth = 1; depth <= path.length; depth++) {
      const above = path.slice(0, depth)
      folders.set(above.join('/'), above)
    }
    return { file, path }
  })
  return { files, folders: [...folders.values()] }
}

/** The files of a drop. Must be called during the drop event; afterwards the browser clears the data. */
export function filesFromDrop(
  transfer: DataTransfer,
  onFound: (count: number) => void,
): Promise<UnmeasuredFilesAndFolders> {
  const entries = Array.from(transfer.items ?? [], (item) =>
    item.kind === 'file' ? item.webkitGetAsEntry?.() : null,
  ).filter((entry) => entry !== null && entry !== undefined)
  return entries.length > 0
    ? readEntries(entries, onFound)
    : Promise.resolve(filesFromInput(transfer.files))
}

/**
 * Reads the size of each file. The browser accesses the disk for it the first time, so asking for thousands at once
 * would block the page for seconds. `onFound` is called with the number of files so far when there are many.
 */
export async function readFileSizes(
  { files, ...others }: UnmeasuredFilesAndFolders,
  onFound: (count: number) => void,
): Promise<LocalFilesAndFolders> {
  const { isDue, yieldToMain } = createYielder()
  const measured: LocalFile[] = []
  for (const one of files) {
    measured.push({ ...one, size: one.file.size })
    if (!isDue()) continue
    onFound(measured.length)
    await yieldToMain()
  }
  return { ...others, files: measured }
}
