import * as v from 'valibot'
import type { PlacementContext } from '#src/jobs/placement/placement-state.ts'
import { PlacedItem } from '#src/jobs/placement/wish.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'

const Origins = v.optional(v.array(v.object({ folder: v.string(), id: v.string() })))

/** What a move or copy is started with; journaled. The wish of each item has its folder. */
export const TransferRequest = v.object({
  items: v.array(PlacedItem),
  /** The ids of the folders that the items come from, where those are known. */
  origins: Origins,
  /** Name of the folder in which copies are renamed before they go to the target folder. */
  stagingFolderName: v.optional(v.string()),
})
export type TransferRequest = {
  readonly items: readonly PlacedItem[]
  readonly origins?: readonly { readonly folder: string; readonly id: string }[] | undefined
  readonly stagingFolderName?: string | undefined
}
export type TransferContext = PlacementContext<TransferRequest>

/** Journals of version 1 have the wishes beside the items. */
const TransferRequest1 = v.object({
  items: v.array(v.custom<FileRow>(isFileRow)),
  folder: v.string(),
  folderId: v.optional(v.string()),
  names: v.optional(v.array(v.object({ id: v.string(), name: v.string() }))),
  renamesFirst: v.optional(v.boolean()),
  replacing: v.optional(v.array(v.object({ id: v.string(), existingId: v.string() }))),
  origins: Origins,
  stagingFolderName: v.optional(v.string()),
})

export function readTransferRequest1(input: unknown): TransferRequest | undefined {
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
        ? { ...row, wish: { to, toId, name, onClash: 'keepBoth' } }
        : { ...row, wish: { to, toId, name } }
    }),
    origins,
    stagingFolderName,
  }
}
