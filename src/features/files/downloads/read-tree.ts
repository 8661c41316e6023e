import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import type { FileListPage } from '#src/contract/file.ts'
import { withoutNestedItems } from '#src/contract/uri.ts'
import { lookupPageOptions, readFilePages } from '#src/jobs/verification/item-lookup.ts'
import { createConcurrencyLimiter } from '#src/lib/concurrency/concurrency-limiter.ts'
import { reserveSafeArchiveName, type NextNumberByTakenName } from '#src/lib/names/archive-names.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'

/** An item of an archive. `path` is its name in it, with the folders above, without a slash at its end. */
export type ArchiveItem = { readonly path: string; readonly row: FileRow }

/** An item that an archive does not have, and why. */
export type MissingItem = { readonly path: string; readonly error: Error }

export type ArchiveTree = {
  /** Folders before what is in them. */
  readonly items: readonly ArchiveItem[]
  readonly missing: readonly MissingItem[]
}

type Folder = {
  readonly path: string
  readonly taken: NextNumberByTakenName
  readonly items: (ArchiveItem & { readonly folder?: Folder })[]
}

/** Folders that are read at the same time. */
const maxFoldersAtOnce = 4

const newFolder = (path: string): Folder => ({ path, taken: new Map(), items: [] })

/** Whether an item has no content of its own: it is still being uploaded, or leads to a link. */
const hasNoContent = ({ isUploading, shortcut }: FileRow): boolean =>
  isUploading || shortcut !== undefined

/**
 * Reads what is in these items, however deep. `send` sends each request; what it throws makes that folder a missing item,
 * unless `signal` has aborted. Calls `onFile` for each file that it finds.
 */
export async function readFoldersForZip(
  rows: readonly FileRow[],
  send: (request: () => Promise<FileListPage>) => Promise<FileListPage>,
  onFile: (row: FileRow) => void,
  signal: AbortSignal,
): Promise<ArchiveTree> {
  const limiter = createConcurrencyLimiter(maxFoldersAtOnce)
  const missing: MissingItem[] = []

  const add = (folder: Folder, row: FileRow): Folder | undefined => {
    const path = folder.path + reserveSafeArchiveName(row.name, folder.taken)
    if (hasNoContent(row)) {
      missing.push({ path, error: new ApiError({ code: ErrorCode.contentNotFound }) })
      return undefined
    }
    const inner = row.isFolder ? newFolder(`${path}/`) : undefined
    folder.items.push({ path, row, ...(inner && { folder: inner }) })
    if (!inner) onFile(row)
    return inner
  }

  const readFolder = async (folder: Folder, row: FileRow): Promise<void> => {
    const inside: [Folder, FileRow][] = []
    await limiter.run(async () => {
      try {
        for await (const page of readFilePages(row.uri, lookupPageOptions, { send, signal })) {
          for (const file of page.files) {
            const child = toFileRow(file)
            const inner = add(folder, child)
            if (inner) inside.push([inner, child])
          }
        }
      } catch (error) {
        signal.throwIfAborted()
        missing.push({ path: folder.path, error: error as Error })
      }
    })
    await Promise.all(inside.map(([inner, child]) => readFolder(inner, child)))
  }

  const top = newFolder('')
  await Promise.all(
    withoutNestedItems(rows).map(async (row) => {
      const inner = add(top, row)
      if (inner) await readFolder(inner, row)
    }),
  )
  return { items: flatten(top), missing }
}

function flatten(folder: Folder): ArchiveItem[] {
  const items: ArchiveItem[] = []
  const waiting = [folder]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const { path, row, folder: inner } of next.items) {
      items.push({ path, row })
      if (inner) waiting.push(inner)
    }
  }
  return items
}
