import { childUri } from '#src/contract/uri.ts'
import type { Placement } from '#src/jobs/placement/placement-state.ts'
import type { PlacedItem } from '#src/jobs/placement/wish.ts'

/* Names and addresses of items on their way to the target folder. */

/** The folder that the item goes to: the wish of a move or copy always has one. */
export const folderOf = ({ wish }: PlacedItem): string => wish?.to ?? ''

/** The name that the item gets in the target folder, undefined where it keeps its own. */
export const newNameOf = ({ id }: PlacedItem, { state }: Placement): string | undefined =>
  state.newNames.get(id)

/** The name of the item in the target folder. */
export const finalNameOf = (item: PlacedItem, transfer: Placement): string =>
  newNameOf(item, transfer) ?? item.name

/** The URI of the item in the target folder. */
export const finalUriOf = (item: PlacedItem, transfer: Placement): string =>
  transfer.state.otherUris.get(item.id) ?? childUri(folderOf(item), finalNameOf(item, transfer))

/** Every name that the item may have had on its way. */
export const possibleNamesOf = (item: PlacedItem, transfer: Placement): string[] => [
  item.name,
  finalNameOf(item, transfer),
  ...transfer.state.renames.flatMap(({ id, to }) => (id === item.id ? [to] : [])),
]

/** The name that an item of this name had before the move renamed it; the same where somebody else gave it the name. */
export const nameBeforeMove = ({ id }: PlacedItem, { state }: Placement, name: string): string =>
  state.renames
    .filter((each) => each.id === id)
    .reduceRight((current, { from, to }) => (current === to ? from : current), name)
