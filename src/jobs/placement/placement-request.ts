import * as v from 'valibot'
import { recordOf } from '#src/contract/schema.ts'
import type { Operation } from '#src/lib/operation.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import { PlacedItem } from './wish.ts'

const Rows = v.array(v.custom<FileRow>(isFileRow))
const FoldersToCreate = v.optional(v.array(v.string()))
const Origins = v.optional(v.array(v.object({ folder: v.string(), id: v.string() })))

/** A restore, a move or a copy is started with this. The journal keeps it, so a change needs a new version. */
export const PlacementRequest = v.object({
  items: v.array(PlacedItem),
  /** URIs of folders to create where they are missing. */
  foldersToCreate: FoldersToCreate,
  /** Name of the folder in which items get other names on their way. */
  stagingFolderName: v.optional(v.string()),
  /** Number of items that the user has left in the trash when asked. */
  leftOut: v.optional(v.number()),
  /** What became meanwhile of items that were to come back too. */
  meanwhile: v.optional(v.object({ back: v.number(), gone: v.number() })),
  /** The ids of the folders that items to be moved come from, where those are known. */
  origins: Origins,
})
export type PlacementRequest = {
  readonly items: readonly PlacedItem[]
  readonly foldersToCreate?: readonly string[] | undefined
  readonly stagingFolderName?: string | undefined
  readonly leftOut?: number | undefined
  readonly meanwhile?: Operation['meanwhile']
  readonly origins?: readonly { readonly folder: string; readonly id: string }[] | undefined
}

/** Journals of version 1 have the wishes beside the items. */
const RestoreRequest1 = v.object({
  items: Rows,
  folder: v.optional(v.string()),
  foldersToCreate: FoldersToCreate,
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

export function restoreRequestOfVersion1(input: unknown): PlacementRequest | undefined {
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

const TransferRequest1 = v.object({
  items: Rows,
  folder: v.string(),
  folderId: v.optional(v.string()),
  names: v.optional(v.array(v.object({ id: v.string(), name: v.string() }))),
  renamesFirst: v.optional(v.boolean()),
  replacing: v.optional(v.array(v.object({ id: v.string(), existingId: v.string() }))),
  origins: Origins,
  stagingFolderName: v.optional(v.string()),
})

export function transferRequestOfVersion1(input: unknown): PlacementRequest | undefined {
  const read = v.safeParse(TransferRequest1, input)
  if (!read.success) return undefined
  const { items, folder: to, folderId: toId, names, replacing, ...rest } = read.output
  const { renamesFirst = false, origins, stagingFolderName } = rest
  return {
    items: items.map((row): PlacedItem => {
      const existingId = replacing?.find(({ id }) => id === row.id)?.existingId
      if (existingId !== undefined)
        return { ...row, wish: { to, toId, onClash: 'replace', existingId } }
      const name = names?.find(({ id }) => id === row.id)?.name
      return renamesFirst && name !== undefined
        ? { ...row, wish: { to, toId, onClash: 'keepBoth' } }
        : { ...row, wish: { to, toId, name } }
    }),
    origins,
    stagingFolderName,
  }
}
