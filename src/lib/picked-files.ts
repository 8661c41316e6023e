import { inSlices } from './breathe.ts'

/** A file that somebody chose, dropped or pasted. */
type FoundFile = {
  readonly file: File
  /** Names of the folders that it came in, outermost first. */
  readonly path: readonly string[]
  /** Looks at it again, where the browser can; rejects when it is gone. */
  readonly again?: () => Promise<File>
}

type Found<File> = {
  readonly files: readonly File[]
  /** Paths of all folders, the empty ones too, outer before inner. */
  readonly folders: readonly (readonly string[])[]
}
export type FoundFiles = Found<FoundFile>

/** `size` is what the file had when it was picked, in bytes. */
export type PickedFile = FoundFile & { readonly size: number }
export type PickedFiles = Found<PickedFile>

const toFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

const somethingIn = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject))

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** Reads what was dropped, folders to their bottom. What cannot be read is left out. `onFound` hears how many so far. */
async function readEntries(
  entries: readonly FileSystemEntry[],
  onFound: (count: number) => void,
): Promise<FoundFiles> {
  const files: FoundFile[] = []
  const folders: string[][] = []
  const take = async (entry: FileSystemEntry, path: readonly string[]): Promise<void> => {
    if (!isFile(entry)) return
    const again = () => toFile(entry)
    const file = await again().catch(() => undefined)
    if (file) files.push({ file, path, again })
  }
  const waiting = entries.map((entry) => ({ entry, path: [] as string[] }))
  await Promise.all(waiting.map(({ entry, path }) => take(entry, path)))
  // By hand and not by recursion: a folder may be as deep as it likes.
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!next.entry.isDirectory) continue
    const path = [...next.path, next.entry.name]
    folders.push(path)
    const reader = (next.entry as FileSystemDirectoryEntry).createReader()
    // One answer holds a hundred at most; an empty one is the end.
    for (;;) {
      const inside = await somethingIn(reader).catch(() => [])
      if (inside.length === 0) break
      await Promise.all(inside.map((entry) => take(entry, path)))
      waiting.push(...inside.filter((entry) => entry.isDirectory).map((entry) => ({ entry, path })))
      onFound(files.length)
    }
  }
  return { files, folders }
}

/** What a file field holds; a field for folders tells the way to each file. */
export function pickedOf(list: ArrayLike<File>): FoundFiles {
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

/** What was dropped. Call it while the drop is handled: afterwards the browser has forgotten it. */
export function droppedFiles(
  transfer: DataTransfer,
  onFound: (count: number) => void,
): Promise<FoundFiles> {
  const entries = Array.from(transfer.items ?? [], (item) =>
    item.kind === 'file' ? item.webkitGetAsEntry?.() : null,
  ).filter((entry) => entry !== null && entry !== undefined)
  return entries.length > 0
    ? readEntries(entries, onFound)
    : Promise.resolve(pickedOf(transfer.files))
}

/**
 * Takes the size of each file. The browser looks at the disk for it the first time, so that thousands asked in one go
 * would hold the page up for seconds. `onFound` hears how many so far when there are that many.
 */
export async function measureFiles(
  { files, folders }: FoundFiles,
  onFound: (count: number) => void,
): Promise<PickedFiles> {
  const { isLate, breathe } = inSlices()
  const measured: PickedFile[] = []
  for (const one of files) {
    measured.push({ ...one, size: one.file.size })
    if (!isLate()) continue
    onFound(measured.length)
    await breathe()
  }
  return { files: measured, folders }
}
