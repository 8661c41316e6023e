import type { FileRow } from '#src/lists/rows/file-row.ts'

/** What uploads read from the cache of lists and report to it. `uploads.ts` implements it on react-query. */
export type FileListAccess = {
  /**
   * What is in a folder whose list is loaded completely, by name, without unfinished uploads; undefined otherwise.
   */
  listedNames: (folder: string) => Map<string, FileRow> | undefined
  /** Bytes the user may still store, Infinity without a limit. Asks the service; rejects when it cannot tell. */
  freeSpace: () => Promise<number>
  addToFolder: (folder: string, row: FileRow) => void
  /** Reloads those of the folders that are on screen and marks the others as stale. */
  reloadFolders: (folders: ReadonlySet<string>) => void
  /** Storage used, and the details of folders, are out of date. */
  invalidateUsage: () => void
}
