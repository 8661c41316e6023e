import * as v from 'valibot'
import { nameOfUri, parentUriAsText } from '#src/contract/uri.ts'
import type { JobContext, JobStateDefinition } from '#src/jobs/job-definition.ts'
import { JobItem } from '#src/jobs/store/job.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import {
  needsNewName,
  type PlacementRequest,
  type PlacementItem,
  targetUriOf,
} from './placement-request.ts'

const Item = v.looseObject(JobItem.entries)
const Rename = v.object({ id: v.string(), from: v.string(), to: v.string() })
/**
 * What bringing items to folders changes besides them. `creates`: URIs of folders, before they are created, `at` in ms since
 * 1970, which earlier pages did not note; `notCreated`: the service has refused that, or the folder is not there any more. `replaced`: the file that went to the trash to make room for the
 * item with the id `takenBy`; `notReplacedBy`: it did not after all, or is back. `stagingFolderName`: of the folder in
 * which items get other names, `stagingFolderId`: of it or of one inside; `stagedIn`: the items that go to it. `renames`: the names that items get on their way; journals
 * of earlier pages have one a note. `newName`: another name than the planned one. `restoredTo` and `foundAt`: where an
 * item is when that is not where it was to go. `moved`: ids of items that are where they are to be, while what they
 * uncover is not.
 */
const PlacementNote = v.union([
  v.object({ creates: v.array(v.string()), at: v.optional(v.number()) }),
  v.object({ notCreated: v.string() }),
  v.object({ createdFolder: v.custom<FileRow>(isFileRow) }),
  v.object({ replaced: Item, takenBy: v.string() }),
  v.object({ notReplacedBy: v.string() }),
  v.object({ stagingFolderName: v.string() }),
  v.object({ stagingFolderId: v.string() }),
  v.object({ stagedIn: v.string(), ids: v.array(v.string()) }),
  v.object({ renames: v.array(Rename) }),
  v.object({ newName: v.string(), id: v.string() }),
  v.object({ restoredTo: v.string(), id: v.string() }),
  v.object({ foundAt: v.string(), id: v.string() }),
  v.object({ moved: v.array(v.string()) }),
])
export type PlacementNote = v.InferOutput<typeof PlacementNote>

export type PlacementState = {
  /** The items stay where they are. */
  readonly isCopy: boolean
  /** By URI: when the service was first asked, or is about to be, to create the folder; undefined for since the job began. */
  readonly foldersBegun: Map<string, number | undefined>
  /** The folders that it has created, by URI, parents first. */
  readonly createdFolders: Map<string, FileRow>
  /** By id of the item that took the place. */
  readonly replaced: Map<string, JobItem>
  /** Undefined while no item has needed such a folder. */
  stagingFolderName: string | undefined
  /** The ids of the folders in which items get other names. An attempt after a reload may create others. */
  readonly stagingFolderIds: Set<string>
  /** By id of the item: the id of the folder of those to which it, or its copy, was sent last. */
  readonly stagedIn: Map<string, string>
  /** By id: where items lie that are in such a folder. Not noted: it is looked up after a reload, and when tried again. */
  readonly stagedUris: Map<string, string>
  /** By id: the names that items get in the target folder. */
  readonly newNames: Map<string, string>
  /** By id: the names that items were given on their way, in order. */
  readonly renames: Map<string, { readonly from: string; readonly to: string }[]>
  /** By id: the URIs of items that are not where they were to go. */
  readonly otherUris: Map<string, string>
  readonly moved: Set<string>
}

/** What is known of it, while it runs and later. */
export type WithPlacementState = { readonly state: Readonly<PlacementState> }
export type PlacementContext = JobContext<PlacementRequest, PlacementState, PlacementNote>

function addRename(
  { newNames, renames }: PlacementState,
  { id, from, to }: v.InferOutput<typeof Rename>,
): void {
  newNames.set(id, to)
  renames.set(id, [...(renames.get(id) ?? []), { from, to }])
}

export const placementStateDefinition: JobStateDefinition<
  PlacementRequest,
  PlacementState,
  PlacementNote
> = {
  empty: ({ items }) => ({
    isCopy: false,
    foldersBegun: new Map(),
    createdFolders: new Map(),
    replaced: new Map(),
    stagingFolderName: undefined,
    stagingFolderIds: new Set(),
    stagedIn: new Map(),
    stagedUris: new Map(),
    newNames: new Map(
      items.flatMap(({ id, wish }): [string, string][] =>
        wish?.name === undefined ? [] : [[id, wish.name]],
      ),
    ),
    renames: new Map(),
    otherUris: new Map(),
    moved: new Set(),
  }),
  note: PlacementNote,
  add: (state, note) => {
    if ('creates' in note) {
      for (const uri of note.creates)
        if (!state.foldersBegun.has(uri)) state.foldersBegun.set(uri, note.at)
    } else if ('notCreated' in note) {
      state.foldersBegun.delete(note.notCreated)
      state.createdFolders.delete(note.notCreated)
    } else if ('createdFolder' in note)
      state.createdFolders.set(note.createdFolder.uri, note.createdFolder)
    else if ('notReplacedBy' in note) state.replaced.delete(note.notReplacedBy)
    else if ('replaced' in note) state.replaced.set(note.takenBy, note.replaced)
    else if ('stagingFolderName' in note) state.stagingFolderName = note.stagingFolderName
    else if ('stagingFolderId' in note) state.stagingFolderIds.add(note.stagingFolderId)
    else if ('stagedIn' in note) for (const id of note.ids) state.stagedIn.set(id, note.stagedIn)
    else if ('renames' in note) for (const each of note.renames) addRename(state, each)
    else if ('newName' in note) state.newNames.set(note.id, note.newName)
    else if ('moved' in note) for (const id of note.moved) state.moved.add(id)
    else state.otherUris.set(note.id, 'restoredTo' in note ? note.restoredTo : note.foundAt)
  },
}

export const copyStateDefinition: typeof placementStateDefinition = {
  ...placementStateDefinition,
  empty: (input) => ({ ...placementStateDefinition.empty(input), isCopy: true }),
}

/* Items are there once they have arrived, and have these names. */

/** The name that it gets on its way; undefined when it keeps its own. A try before may have been for another wish. */
const newNameOf = (item: PlacementItem, { state }: WithPlacementState): string | undefined =>
  needsNewName(item) ? state.newNames.get(item.id) : undefined

export const finalNameOf = (item: PlacementItem, placement: WithPlacementState): string =>
  newNameOf(item, placement) ?? item.name

/**
 * The item gets this URI, or has it; null when none can hold it. It parses none unless the item has a name of its own.
 */
export const finalUriOf = (item: PlacementItem, placement: WithPlacementState): string | null =>
  placement.state.otherUris.get(item.id) ?? targetUriOf(item, newNameOf(item, placement))

/**
 * Makes rows of items that have arrived, for lists, in the folders that are shown. It is called for all of up to ten
 * thousand items, so that it looks at URIs as text.
 */
export function toArrivedRows(
  items: readonly PlacementItem[],
  placement: WithPlacementState,
  isShown: (folder: string) => boolean = () => true,
): FileRow[] {
  return items.flatMap((item) => {
    const uri = finalUriOf(item, placement)
    if (uri === null || !isShown(parentUriAsText(uri))) return []
    const isElsewhere = placement.state.otherUris.has(item.id)
    const name = isElsewhere ? nameOfUri(uri) : finalNameOf(item, placement)
    const { wish: _wish, ...row } = item
    if (item.origin === null) return [{ ...row, uri, name }]
    const ofTrash = { origin: null, originFolder: null, collectedAt: null, capability: null }
    return [{ ...row, uri, name, ...ofTrash, updatedAt: serviceNow() }]
  })
}
