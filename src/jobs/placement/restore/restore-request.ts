import * as v from 'valibot'
import { recordOf } from '#src/contract/schema.ts'
import type { PlacementContext } from '#src/jobs/placement/placement-state.ts'
import { PlacedItem } from '#src/jobs/placement/wish.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'

/** What a restore is started with; journaled. */
export const RestoreRequest = v.object({
  items: v.array(PlacedItem),
  /** URIs of folders to create where they are missing. */
  foldersToCreate: v.optional(v.array(v.string())),
  /** Name of the folder in which items are renamed that keep both. */
  stagingFolderName: v.optional(v.string()),
  /** Number of items that the user has left in the trash when asked. */
  leftOut: v.optional(v.number()),
})
export type RestoreRequest = {
  readonly items: readonly PlacedItem[]
  readonly foldersToCreate?: readonly string[] | undefined
  readonly stagingFolderName?: string | undefined
  readonly leftOut?: number | undefined
}
export type RestoreContext = PlacementContext<RestoreRequest>

/** Journals of version 1 have the wishes beside the items. */
const RestoreRequest1 = v.object({
  items: v.array(v.custom<FileRow>(isFileRow)),
  folder: v.optional(v.string()),
  foldersToCreate: v.optional(v.array(v.string())),
  keepBoth: v.optional(
    v.object({
      ids: v.array(v.string()),
      stagingFolderName: v.string(),
      names: v.optional(recordOf((name) => typeof name === 'string')),
    }),
  ),
  replace: v.optional(v.array(v.object({ id: v.string(), existingId: v.optional(v.string()) }))),
  leftOut: v.optional(v.number()),
})

export function readRestoreRequest1(input: unknown): RestoreRequest | undefined {
  const read = v.safeParse(RestoreRequest1, input)
  if (!read.success) return undefined
  const { items, folder: to, keepBoth, replace, foldersToCreate, leftOut } = read.output
  return {
    items: items.map((row): PlacedItem => {
      const replacing = replace?.find(({ id }) => id === row.id)
      const name = keepBoth?.names?.[row.id]
      if (replacing)
        return { ...row, wish: { to, onClash: 'replace', existingId: replacing.existingId } }
      return keepBoth?.ids.includes(row.id)
        ? { ...row, wish: { to, name, onClash: 'keepBoth' } }
        : { ...row, wish: { to } }
    }),
    foldersToCreate,
    stagingFolderName: keepBoth?.stagingFolderName,
    leftOut,
  }
}
