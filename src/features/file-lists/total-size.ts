import { useEffect, useMemo, useState } from 'react'
import { getFile } from '#src/api/files/files.ts'
import { ApiError, isNotFound } from '#src/contract/errors.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/** Number of folders that are asked for their size at most, and at a time. */
const maxFolders = 50
const maxInFlight = 3

/** The size of some items with what is in their folders, as far as it is known. */
export type TotalSize = {
  readonly bytes: number
  /** Whether the service has not counted everything in a folder. */
  readonly isAtLeast: boolean
  /** Folders of which nothing is counted: not asked for, not answered yet, or refused. */
  readonly folders: number
}

type FolderSize = { readonly bytes: number; readonly isComplete: boolean }

/** Asks for the sizes of folders until the service refuses to tell one; a folder that is gone is left out. Never rejects. */
async function askForSizes(
  uris: readonly string[],
  signal: AbortSignal,
  onSize: (uri: string, size: FolderSize) => void,
): Promise<void> {
  const ask = async (uri: string) => {
    try {
      const { folder_summary: sum } = await getFile(uri, { folderSummary: true }, signal)
      if (!sum) throw new ApiError({ code: 0 })
      if (!signal.aborted) onSize(uri, { bytes: sum.size, isComplete: sum.completed })
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
  // The page says what is not known.
  await forEachConcurrently(uris, maxInFlight, ask).catch(() => undefined)
}

/** The total size of these items. Folders are counted as the service answers for them, at most fifty. */
export function useTotalSize(rows: readonly FileRow[]): TotalSize {
  const [sizes, setSizes] = useState<ReadonlyMap<string, FolderSize>>(new Map())
  const folders = useMemo(() => rows.filter((row) => row.isFolder && !row.shortcut), [rows])
  const asked = folders
    .slice(0, maxFolders)
    .map(({ uri }) => uri)
    .join('\n')
  useEffect(() => {
    if (asked === '') return undefined
    const stop = new AbortController()
    void askForSizes(asked.split('\n'), stop.signal, (uri, size) =>
      setSizes((known) => new Map(known).set(uri, size)),
    )
    return () => stop.abort()
  }, [asked])
  return useMemo(() => {
    let bytes = 0
    for (const row of rows) if (!row.isFolder) bytes += row.size
    const found = folders.flatMap(({ uri }) => sizes.get(uri) ?? [])
    for (const size of found) bytes += size.bytes
    return {
      bytes,
      isAtLeast: found.some(({ isComplete }) => !isComplete),
      folders: folders.length - found.length,
    }
  }, [rows, folders, sizes])
}
