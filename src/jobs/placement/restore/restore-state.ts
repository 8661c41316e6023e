import * as v from 'valibot'
import type { JobContext, JobState } from '#src/jobs/job-definition.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import type { RestoreRequest } from './restore-request.ts'

const Row = v.custom<FileRow>(isFileRow)
/**
 * What a restore changes besides its items. `takenBy`: id of the item that was to take the place of `replaced`;
 * `notReplacedBy`: of one for which nothing had to make room after all. `stagingFolderId`: of a folder in which items are
 * renamed.
 */
const RestoreNote = v.union([
  v.object({ createdFolder: Row }),
  v.object({ replaced: Row, takenBy: v.string() }),
  v.object({ notReplacedBy: v.string() }),
  v.object({ restoredTo: v.string(), id: v.string() }),
  v.object({ stagingFolderId: v.string() }),
])
export type RestoreNote = v.InferOutput<typeof RestoreNote>

export type RestoreState = {
  /** The folders that it has created, by URI, parents first. */
  readonly createdFolders: Map<string, FileRow>
  /** By id of the restored item: the file that was moved to the trash to make room for it, as it was before. */
  readonly replaced: Map<string, FileRow>
  /** By id: the URIs of items that were not restored to the one that they were to have. */
  readonly otherUris: Map<string, string>
  /** By id: where items lie that are in such a folder. Not noted: it is looked up after a reload, and when tried again. */
  readonly stagedUris: Map<string, string>
  /** The ids of the folders in which items are renamed. An attempt after a reload may create others. */
  readonly stagingFolderIds: Set<string>
}

export type RestoreContext = JobContext<RestoreRequest, RestoreState, RestoreNote>

export const restoreState: JobState<RestoreRequest, RestoreState, RestoreNote> = {
  empty: () => ({
    createdFolders: new Map(),
    replaced: new Map(),
    otherUris: new Map(),
    stagingFolderIds: new Set(),
    stagedUris: new Map(),
  }),
  note: RestoreNote,
  add: ({ createdFolders, replaced, otherUris, stagingFolderIds }, note) => {
    if ('createdFolder' in note) createdFolders.set(note.createdFolder.uri, note.createdFolder)
    else if ('notReplacedBy' in note) replaced.delete(note.notReplacedBy)
    else if ('replaced' in note) replaced.set(note.takenBy, note.replaced)
    else if ('stagingFolderId' in note) stagingFolderIds.add(note.stagingFolderId)
    else otherUris.set(note.id, note.restoredTo)
  },
}
