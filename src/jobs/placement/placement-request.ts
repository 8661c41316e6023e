import * as v from 'valibot'
import { type NameClashRule, nameClashRules } from '#src/lib/names/name-clash.ts'
import type { Operation } from '#src/lib/operation.ts'
import { PlacementItem } from './wish.ts'

/** A restore, a move or a copy is started with this. The journal keeps it, so a change needs a new version. */
export const PlacementRequest = v.object({
  items: v.array(PlacementItem),
  /** URIs of folders to create where they are missing, parents first. */
  foldersToCreate: v.optional(v.array(v.string())),
  /** Name of the folder in which items get other names on their way. */
  stagingFolderName: v.optional(v.string()),
  /** Number of items that the user has left in the trash when asked. */
  leftOut: v.optional(v.number()),
  /** This became meanwhile of items that were to come back too. */
  meanwhile: v.optional(
    v.object({ back: v.number(), gone: v.number(), inFolders: v.optional(v.number()) }),
  ),
  /** Items to be moved come from the folders with these ids, where those are known. */
  origins: v.optional(v.array(v.object({ folder: v.string(), id: v.string() }))),
  /** What is done about names that are found to be taken later, where the user was asked about others. */
  clashRule: v.optional(v.picklist(nameClashRules)),
})
export type PlacementRequest = {
  readonly items: readonly PlacementItem[]
  readonly foldersToCreate?: readonly string[] | undefined
  readonly stagingFolderName?: string | undefined
  readonly leftOut?: number | undefined
  readonly meanwhile?: Operation['meanwhile']
  readonly origins?: readonly { readonly folder: string; readonly id: string }[] | undefined
  readonly clashRule?: NameClashRule | undefined
}
