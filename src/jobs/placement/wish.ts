import * as v from 'valibot'
import { childUri, InvalidUriError } from '#src/contract/uri.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import { originalFolderOf } from '#src/lists/rows/original-folder.ts'

/** Where an item is to be brought, and what is to be done about a name that is taken there. */
const Wish = v.object({
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
  uncovers: v.optional(v.object({ id: v.string(), uri: v.string(), name: v.string() })),
})
export type Wish = v.InferOutput<typeof Wish>

/** An item on its way to a folder; the wish is part of it and is journaled with it. */
export type PlacedItem = FileRow & { readonly wish?: Wish | undefined }
export const PlacedItem = v.custom<PlacedItem>(
  (value) => isFileRow(value) && (!('wish' in value) || v.is(v.optional(Wish), value.wish)),
)

export const withWish = (row: FileRow, wish: Wish): PlacedItem => ({ ...row, wish })
/** The row as lists show it. */
export function withoutWish(item: PlacedItem): FileRow {
  const row = { ...item }
  delete row.wish
  return row
}

export const isReplacing = ({ wish }: PlacedItem): boolean => wish?.onClash === 'replace'
export const isKeepingBoth = ({ wish }: PlacedItem): boolean => wish?.onClash === 'keepBoth'

/** The folder that an item goes to; null when it is not known. */
export const targetFolderOf = (item: PlacedItem): string | null =>
  item.wish?.to ?? originalFolderOf(item)

/** The URI that an item gets unless its name is taken; null when none can hold it. */
export function targetUriOf(item: PlacedItem): string | null {
  const to = item.wish?.to
  if (to === undefined) return item.origin
  try {
    return childUri(to, item.name)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}

/** The items by the folder that each is to go to, for requests: they name one each. */
export function groupByTarget<Item extends PlacedItem>(
  items: readonly Item[],
): Map<string | undefined, Item[]> {
  const groups = new Map<string | undefined, Item[]>()
  for (const item of items) {
    const group = groups.get(item.wish?.to)
    if (group) group.push(item)
    else groups.set(item.wish?.to, [item])
  }
  return groups
}
