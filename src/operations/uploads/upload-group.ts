import type { NameClashAnswer } from '#src/stores/name-clash-question.ts'
import type { UploadCache } from './upload-cache.ts'

/** Files that were picked together, and the folders that they came in. */
export type UploadGroup = {
  readonly cache: UploadCache
  /** Storage policy of the target folder. */
  readonly policyId: string | undefined
  /** Names in a folder by its URI, true for a folder; without an entry they have not been read. */
  readonly takenNames: Map<string, Map<string, boolean>>
  /** Folders that are there or are being created, by URI. */
  readonly folders: Map<string, Promise<void>>
  /** How many files it has. */
  readonly count: number
  /** What the user answered about names that are taken. */
  conflictAnswer: Promise<NameClashAnswer> | undefined
  /** When its folders on screen were reloaded last, ms since 1970. */
  reloadedAt: number
}

export const newUploadGroup = (
  cache: UploadCache,
  folder: string,
  count: number,
  policyId?: string,
): UploadGroup => ({
  cache,
  policyId,
  takenNames: new Map(),
  folders: new Map([[folder, Promise.resolve()]]),
  count,
  conflictAnswer: undefined,
  reloadedAt: Date.now(),
})
