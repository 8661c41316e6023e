import * as v from 'valibot'
import { strictListOf } from '#src/contract/schema.ts'
import { childUri, ifValid } from '#src/contract/uri.ts'
import { JobItem } from '#src/jobs/store/job.ts'
import { type DatedClash, type DecidedClashes, nameClashRules } from '#src/lib/names/name-clash.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import { originalFolderOf } from '#src/lists/rows/original-folder.ts'

/** Where an item is to be brought, and what is to be done about a name that is taken there. */
const ItemPlacement = v.object({
  /** URI of the folder. Without one, an item of the trash goes back to where it was. */
  to: v.optional(v.string()),
  /** Id of that folder, where it is known. */
  toId: v.optional(v.string()),
  /** The name that it gets there. Without one it keeps its own; with Keep both it gets the next that is free. */
  name: v.optional(v.string()),
  onClash: v.optional(v.picklist(['keepBoth', 'replace'])),
  /** The file that it is to replace, where the user was shown which that is. */
  existingId: v.optional(v.string()),
  /** The file in the trash that comes back to its place once the item has left that: in an undo. */
  uncovers: v.optional(JobItem),
})
export type ItemPlacement = v.InferOutput<typeof ItemPlacement>

/** An item on its way to a folder; the wish is part of it and is journaled with it. */
export type PlacementItem = FileRow & { readonly wish?: ItemPlacement | undefined }
export const PlacementItem = v.custom<PlacementItem>(
  (value) =>
    isFileRow(value) && (!('wish' in value) || v.is(v.optional(ItemPlacement), value.wish)),
)

/** A restore, a move or a copy is started with this. The journal keeps it, so a change needs a new version. */
export const PlacementRequest = v.object({
  items: strictListOf(PlacementItem),
  /** URIs of folders to create where they are missing, parents first. */
  foldersToCreate: v.optional(strictListOf(v.string())),
  /** Number of items that the user has left in the trash when asked. */
  leftOut: v.optional(v.number()),
  /** This became meanwhile of items that were to come back too. */
  meanwhile: v.optional(
    v.object({ back: v.number(), gone: v.number(), inFolders: v.optional(v.number()) }),
  ),
  /** Items to be moved come from the folders with these ids, where those are known. */
  origins: v.optional(strictListOf(v.object({ folder: v.string(), id: v.string() }))),
  /** What is done about names that are found to be taken later, where the user was asked about others. */
  clashRule: v.optional(v.picklist(nameClashRules)),
})
export type PlacementRequest = v.InferOutput<typeof PlacementRequest>

export const withPlacement = (row: FileRow, wish: ItemPlacement): PlacementItem => ({
  ...row,
  wish,
})

/** An item whose name is taken; `id` is that of the item. `existing`: undefined when another of the items has the name. */
export type RowNameClash = {
  readonly id: string
  readonly item: FileRow
  readonly existing: FileRow | undefined
}

/** The items whose name another one has: `existingFor` says which, or an item before it. */
export function findNameClashes(
  items: readonly FileRow[],
  existingFor: (item: FileRow) => FileRow | undefined,
): RowNameClash[] {
  const names = new Set<string>()
  return items.flatMap((item) => {
    const existing = existingFor(item)
    const isSecond = names.has(item.name)
    names.add(item.name)
    return existing || isSecond ? [{ id: item.id, item, existing }] : []
  })
}

/** These items with what is wished about the names that are taken, without those that are skipped. */
export function applyClashChoices(
  items: readonly PlacementItem[],
  clashes: readonly DatedClash[],
  decided: DecidedClashes,
): { readonly items: PlacementItem[]; readonly skipped: PlacementItem[] } {
  const existingIds = new Map(clashes.map(({ id, existing }) => [id, existing?.id]))
  const isSkipped = ({ id }: PlacementItem) => decided.get(id)?.choice === 'skip'
  return {
    skipped: items.filter(isSkipped),
    items: items.flatMap((item) => {
      const choice = decided.get(item.id)?.choice
      if (choice === undefined) return [item]
      if (choice === 'skip') return []
      const existingId = choice === 'replace' ? existingIds.get(item.id) : undefined
      return [withPlacement(item, { ...item.wish, name: undefined, onClash: choice, existingId })]
    }),
  }
}

export const isReplacing = ({ wish }: PlacementItem): boolean => wish?.onClash === 'replace'
export const isKeepingBoth = ({ wish }: PlacementItem): boolean => wish?.onClash === 'keepBoth'

export const needsNewName = ({ wish }: PlacementItem): boolean =>
  wish?.onClash === 'keepBoth' || wish?.name !== undefined
/** Whether it gets a name back that is taken where it is: it is renamed after the move. */
export const isRenamedAfterMove = ({ wish }: PlacementItem): boolean =>
  wish?.name !== undefined && wish.onClash === undefined

/** The folder that an item goes to; null when it is not known. */
export const targetFolderUriOf = (item: PlacementItem): string | null =>
  item.wish?.to ?? originalFolderOf(item)

/** The URI that an item gets, under its own name or another; null when none can hold it. */
export function targetUriOf(item: PlacementItem, newName?: string): string | null {
  if (item.wish?.to === undefined && newName === undefined) return item.origin
  const to = targetFolderUriOf(item)
  return ifValid(() => to && childUri(to, newName ?? item.name)) ?? null
}
