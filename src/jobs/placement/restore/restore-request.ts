import * as v from 'valibot'
import { recordOf } from '#src/contract/schema.ts'
import { childUri, InvalidUriError } from '#src/contract/uri.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import { originalFolderOf } from '#src/lists/rows/original-folder.ts'

/** What a restore is started with; journaled. */
export const RestoreRequest = v.object({
  items: v.array(v.custom<FileRow>(isFileRow)),
  /** Folder to restore to, instead of where each item was. */
  folder: v.optional(v.string()),
  /** URIs of folders to create where they are missing. */
  foldersToCreate: v.optional(v.array(v.string())),
  /** Ids of items to restore under a free name where theirs is taken, and the name of the folder to rename them in. */
  keepBoth: v.optional(
    v.object({
      ids: v.array(v.string()),
      stagingFolderName: v.string(),
      names: v.optional(recordOf((name) => typeof name === 'string')),
    }),
  ),
  /** Files that replace those that have their names. `existingId`: which that is, where the user was shown it. */
  replace: v.optional(v.array(v.object({ id: v.string(), existingId: v.optional(v.string()) }))),
  /** Number of items that the user has left in the trash when asked. */
  leftOut: v.optional(v.number()),
})
export type KeepBoth = {
  readonly ids: readonly string[]
  readonly stagingFolderName: string
  /** Names that the user has chosen for these items, by id, instead of the next free ones. */
  readonly names?: Readonly<Record<string, string>> | undefined
}
export type RestoreRequest = {
  readonly items: readonly FileRow[]
  readonly folder?: string | undefined
  readonly foldersToCreate?: readonly string[] | undefined
  readonly keepBoth?: KeepBoth | undefined
  readonly replace?:
    | readonly { readonly id: string; readonly existingId?: string | undefined }[]
    | undefined
  readonly leftOut?: number | undefined
}

/** The folder that an item is restored to; null when it is not known. */
export const targetFolderOf = (item: FileRow, { folder }: RestoreRequest): string | null =>
  folder ?? originalFolderOf(item)

/** The URI that an item gets unless its name is taken; null when none can hold it. */
export function targetUriOf(item: FileRow, { folder }: RestoreRequest): string | null {
  if (folder === undefined) return item.origin
  try {
    return childUri(folder, item.name)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}
