import { childUri } from '#src/contract/uri.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Transfer } from './transfer-state.ts'

/* Names and addresses of items on their way to the target folder. */

/** The name that the item gets in the target folder, undefined where it keeps its own. */
export const newNameOf = ({ id }: FileRow, { state }: Transfer): string | undefined =>
  state.newNames.get(id)

/** The name of the item in the target folder. */
export const finalNameOf = (item: FileRow, transfer: Transfer): string =>
  newNameOf(item, transfer) ?? item.name

/** The URI of the item in the target folder. */
export const finalUriOf = (item: FileRow, transfer: Transfer): string =>
  transfer.state.foundUris.get(item.id) ??
  childUri(transfer.input.folder, finalNameOf(item, transfer))

/** Every name that the item may have had on its way. */
export const possibleNamesOf = (item: FileRow, transfer: Transfer): string[] => [
  item.name,
  finalNameOf(item, transfer),
  ...transfer.state.renames.flatMap(({ id, to }) => (id === item.id ? [to] : [])),
]

/** The name that an item of this name had before the move renamed it; the same where somebody else gave it the name. */
export const nameBeforeMove = ({ id }: FileRow, { state }: Transfer, name: string): string =>
  state.renames
    .filter((each) => each.id === id)
    .reduceRight((current, { from, to }) => (current === to ? from : current), name)
