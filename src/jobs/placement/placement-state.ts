import * as v from 'valibot'
import type { JobContext, JobState } from '#src/jobs/job-definition.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import type { PlacedItem } from './wish.ts'

const Item = v.looseObject({ id: v.string(), uri: v.string(), name: v.string() })
/**
 * What bringing items to folders changes besides them. `replaced`: the file that went to the trash to make room for the
 * item with the id `takenBy`; `notReplacedBy`: it did not after all, or is back. `stagingFolderId`: of a folder in which
 * items get other names. `newName`: another name than the planned one. `from`: a rename where the item was. `restoredTo`
 * and `foundAt`: where an item is when that is not where it was to go. `moved`: ids of items that are where they are to
 * be, while what they uncover is not.
 */
const PlacementNote = v.union([
  v.object({ createdFolder: v.custom<FileRow>(isFileRow) }),
  v.object({ replaced: Item, takenBy: v.string() }),
  v.object({ notReplacedBy: v.string() }),
  v.object({ stagingFolderId: v.string() }),
  v.object({ newName: v.string(), id: v.string() }),
  v.object({ from: v.string(), to: v.string(), id: v.string() }),
  v.object({ restoredTo: v.string(), id: v.string() }),
  v.object({ foundAt: v.string(), id: v.string() }),
  v.object({ moved: v.array(v.string()) }),
])
export type PlacementNote = v.InferOutput<typeof PlacementNote>

export type PlacementState = {
  /** The folders that it has created, by URI, parents first. */
  readonly createdFolders: Map<string, FileRow>
  /** By id of the item that took the place. */
  readonly replaced: Map<string, JobItem>
  /** The ids of the folders in which items get other names. An attempt after a reload may create others. */
  readonly stagingFolderIds: Set<string>
  /** By id: where items lie that are in such a folder. Not noted: it is looked up after a reload, and when tried again. */
  readonly stagedUris: Map<string, string>
  /** By id: the names that items get in the target folder. */
  readonly newNames: Map<string, string>
  /** The names that items were given where they were, in order. */
  readonly renames: { readonly id: string; readonly from: string; readonly to: string }[]
  /** By id: the URIs of items that are not where they were to go. */
  readonly otherUris: Map<string, string>
  readonly moved: Set<string>
}

type Placed = { readonly items: readonly PlacedItem[] }
/** What is known of it, while it runs and later. */
export type Placement = { readonly state: Readonly<PlacementState> }
export type PlacementContext<Input extends Placed = Placed> = JobContext<
  Input,
  PlacementState,
  PlacementNote
>

export const placementState: JobState<Placed, PlacementState, PlacementNote> = {
  empty: ({ items }) => ({
    createdFolders: new Map(),
    replaced: new Map(),
    stagingFolderIds: new Set(),
    stagedUris: new Map(),
    newNames: new Map(
      items.flatMap(({ id, wish }): [string, string][] =>
        wish?.name === undefined ? [] : [[id, wish.name]],
      ),
    ),
    renames: [],
    otherUris: new Map(),
    moved: new Set(),
  }),
  note: PlacementNote,
  add: (state, note) => {
    if ('createdFolder' in note)
      state.createdFolders.set(note.createdFolder.uri, note.createdFolder)
    else if ('notReplacedBy' in note) state.replaced.delete(note.notReplacedBy)
    else if ('replaced' in note) state.replaced.set(note.takenBy, note.replaced)
    else if ('stagingFolderId' in note) state.stagingFolderIds.add(note.stagingFolderId)
    else if ('newName' in note) state.newNames.set(note.id, note.newName)
    else if ('from' in note) state.renames.push(note)
    else if ('moved' in note) for (const id of note.moved) state.moved.add(id)
    else state.otherUris.set(note.id, 'restoredTo' in note ? note.restoredTo : note.foundAt)
  },
}
