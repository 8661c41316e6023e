import { createSignInCheck } from '#src/api/resets.ts'
import type { NameClashAnswer } from '#src/features/name-clash/name-clash-question.ts'
import type { FileListAccess } from '#src/features/uploads/targets/file-list-access.ts'
import type { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import type { TargetFolder } from '#src/jobs/verification/target-folder.ts'
import { ThrottledCall } from '#src/lib/concurrency/throttled-call.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LocalFile } from '#src/platform/files/local-files.ts'

/** Files that were selected together, and the folders that they came in. */
export type UploadGroup = {
  readonly cache: FileListAccess
  /** Throws once the user has signed out. */
  readonly assertSignedIn: () => void
  /** The folder that they are uploaded to. */
  target: TargetFolder
  /** When the target was last seen to be there, by `performance.now()`. */
  lookedAt: number
  /** The question whether the target is there, while it is under way. */
  looking: Promise<boolean> | undefined
  /** Storage policy of the target folder. */
  readonly policyId: string | undefined
  /**
   * What is in a folder, by its URI and the name; undefined for a file that is being uploaded. Without an entry the folder
   * has not been read.
   */
  readonly takenNames: Map<string, Map<string, FileRow | undefined>>
  /** Folders that are there or are being created, by URI. */
  readonly folders: Map<string, Promise<void>>
  /** How many files it has. */
  readonly count: number
  /** Which clash of the question about names that are taken a file has; two pasted pictures have the same name. */
  clashIds: ReadonlyMap<LocalFile, string>
  /** The answer of the user about the names that are taken in the target, whose rule is also for those that are found later. */
  conflictAnswer: Promise<NameClashAnswer> | undefined
  /** Aborts when the user cancels all of it. */
  readonly stop: AbortController
  /** Set when the user gives up at a lock. */
  cancelledAtLock: LockCancelledError | undefined
  /** Reloads its folders. */
  readonly folderReload: ThrottledCall
}

const reloadIntervalMs = 5_000

export const createUploadGroup = (
  cache: FileListAccess,
  target: TargetFolder,
  count: number,
  policyId?: string,
): UploadGroup => {
  const folders = new Map([[target.uri, Promise.resolve()]])
  const reload = () => cache.reloadFolders(new Set(folders.keys()))
  return {
    cache,
    assertSignedIn: createSignInCheck(),
    target,
    lookedAt: -Infinity,
    looking: undefined,
    policyId,
    takenNames: new Map(),
    folders,
    count,
    clashIds: new Map(),
    conflictAnswer: undefined,
    cancelledAtLock: undefined,
    stop: new AbortController(),
    folderReload: new ThrottledCall(reloadIntervalMs, reload),
  }
}
