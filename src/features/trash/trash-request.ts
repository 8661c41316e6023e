import * as v from 'valibot'
import { withoutNestedItems } from '#src/contract/uri.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'

/** What a move to the trash is started with; journaled. */
export const TrashRequest = v.object({
  items: v.array(v.custom<FileRow>(isFileRow)),
  /** When it takes back a restore: the folders which that has created. */
  createdFolders: v.optional(v.array(v.custom<FileRow>(isFileRow))),
  /** Then also: how many of the items have got other names by the restore or since. */
  newNames: v.optional(v.number()),
  /** Then also: what an item, of this id, had taken the place of. It comes back once the item is in the trash. */
  replaced: v.optional(
    v.array(v.object({ takenBy: v.string(), row: v.custom<FileRow>(isFileRow) })),
  ),
})
export type Replaced = { readonly takenBy: string; readonly row: FileRow }
export type TrashRequest = {
  readonly items: readonly FileRow[]
  readonly createdFolders?: readonly FileRow[] | undefined
  readonly newNames?: number | undefined
  readonly replaced?: readonly Replaced[] | undefined
}

/** Items of one deletion. Those of a restore were in the trash one by one, also when they are nested. */
export const itemsOf = ({ items, createdFolders }: TrashRequest): readonly FileRow[] =>
  createdFolders ? items : withoutNestedItems(items)

const depthOf = ({ uri }: FileRow): number => uri.split('/').length

/** A stage per depth: an item in a folder goes to the trash before the folder does. */
export function deepestFirst(items: readonly FileRow[]): { items: FileRow[] }[] {
  const depths = [...new Set(items.map(depthOf))].sort((one, other) => other - one)
  return depths.map((depth) => ({ items: items.filter((item) => depthOf(item) === depth) }))
}
