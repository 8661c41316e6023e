import * as v from 'valibot'
import type { JobContext, JobState } from '#src/jobs/job-definition.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import type { TransferRequest } from './transfer-request.ts'

const Item = v.object({ id: v.string(), uri: v.string(), name: v.string() })
/**
 * What a move or copy changes besides its items: another name than the planned one, a rename before the move, the file
 * that went to the trash to make room for the item with the id `takenBy`, or did not after all, and the id of a folder in
 * which copies are renamed. `foundAt`: where an item is when the target folder has got another name or place since.
 */
const TransferNote = v.union([
  v.object({ newName: v.string(), id: v.string() }),
  v.object({ from: v.string(), to: v.string(), id: v.string() }),
  v.object({ replaced: Item, takenBy: v.string() }),
  v.object({ notReplacedBy: v.string() }),
  v.object({ stagingFolderId: v.string() }),
  v.object({ foundAt: v.string(), id: v.string() }),
])
export type TransferNote = v.InferOutput<typeof TransferNote>

export type TransferState = {
  /** By id: the names that items get in the target folder. */
  readonly newNames: Map<string, string>
  /** The names that items were given where they were, in order. */
  readonly renames: { readonly id: string; readonly from: string; readonly to: string }[]
  /** By id of the item that took the place. */
  readonly replaced: Map<string, JobItem>
  /** The ids of the folders in which copies are renamed. An attempt after a reload may create another. */
  readonly stagingFolderIds: Set<string>
  /** By id: the URIs of items in the target folder where that is not where it was. */
  readonly foundUris: Map<string, string>
}

export type TransferContext = JobContext<TransferRequest, TransferState, TransferNote>
/** What is known of a transfer, while it runs and later. */
export type Transfer = Pick<TransferContext, 'input' | 'state'>

export const transferState: JobState<TransferRequest, TransferState, TransferNote> = {
  empty: ({ names = [] }) => ({
    newNames: new Map(names.map(({ id, name }) => [id, name])),
    renames: [],
    replaced: new Map(),
    stagingFolderIds: new Set(),
    foundUris: new Map(),
  }),
  note: TransferNote,
  add: ({ newNames, renames, replaced, stagingFolderIds, foundUris }, note) => {
    if ('newName' in note) newNames.set(note.id, note.newName)
    else if ('from' in note) renames.push(note)
    else if ('stagingFolderId' in note) stagingFolderIds.add(note.stagingFolderId)
    else if ('notReplacedBy' in note) replaced.delete(note.notReplacedBy)
    else if ('foundAt' in note) foundUris.set(note.id, note.foundAt)
    else replaced.set(note.takenBy, note.replaced)
  },
}
