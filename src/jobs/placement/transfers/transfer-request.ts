import * as v from 'valibot'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'

/** What a move or copy is started with; journaled. */
export const TransferRequest = v.object({
  items: v.array(v.custom<FileRow>(isFileRow)),
  /** URI of the target folder. */
  folder: v.string(),
  /** Its id, where that is known. */
  folderId: v.optional(v.string()),
  /** Items that get another name there. */
  names: v.optional(v.array(v.object({ id: v.string(), name: v.string() }))),
  /** Whether items to be moved are renamed where they are, because their own name is taken in the target folder. */
  renamesFirst: v.optional(v.boolean()),
  /** Items that take the place of a file, which has the id `existingId`. */
  replacing: v.optional(v.array(v.object({ id: v.string(), existingId: v.string() }))),
  /** The ids of the folders that the items come from, where those are known. */
  origins: v.optional(v.array(v.object({ folder: v.string(), id: v.string() }))),
  /** Name of the folder in which copies are renamed before they go to the target folder. */
  stagingFolderName: v.optional(v.string()),
})
export type TransferRequest = {
  readonly items: readonly FileRow[]
  readonly folder: string
  readonly folderId?: string | undefined
  readonly names?: readonly { readonly id: string; readonly name: string }[] | undefined
  readonly renamesFirst?: boolean | undefined
  readonly replacing?: readonly { readonly id: string; readonly existingId: string }[] | undefined
  readonly origins?: readonly { readonly folder: string; readonly id: string }[] | undefined
  readonly stagingFolderName?: string | undefined
}
