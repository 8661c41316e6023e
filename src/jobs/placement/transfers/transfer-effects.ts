import * as v from 'valibot'
import { forgetReplaced, recordReplaced } from './replaced-items.ts'
import {
  recordRename,
  recordStagingFolder,
  setNewName,
  type TransferRequest,
} from './transfer-request.ts'

const Item = v.object({ id: v.string(), uri: v.string(), name: v.string() })
/**
 * What a move or copy changes besides its items, as it is journaled: another name than the planned one, a rename before
 * the move, the file that went to the trash to make room for the item with the id `takenBy`, or did
 * not after all, and the id of a folder in which copies are renamed.
 */
const TransferEffect = v.union([
  v.object({ newName: v.string(), id: v.string() }),
  v.object({ from: v.string(), to: v.string(), id: v.string() }),
  v.object({ replaced: Item, takenBy: v.string() }),
  v.object({ notReplacedBy: v.string() }),
  v.object({ stagingFolderId: v.string() }),
])
export type TransferEffect = v.InferOutput<typeof TransferEffect>
/** Resolves once the journal has it. */
export type AddTransferEffect = (effect: TransferEffect) => Promise<void>

/** Adds an effect to those of the request; the sender writes it to the journal too. */
export function addTransferEffect(request: TransferRequest, effect: TransferEffect): void {
  if ('newName' in effect) setNewName(effect.id, request, effect.newName)
  else if ('from' in effect) recordRename(effect.id, request, effect.from, effect.to)
  else if ('stagingFolderId' in effect) recordStagingFolder(request, effect.stagingFolderId)
  else if ('notReplacedBy' in effect) forgetReplaced(effect.notReplacedBy, request)
  else recordReplaced(effect.takenBy, request, effect.replaced)
}

/** Takes over what the journal says. */
export function readTransferEffects(request: TransferRequest, journaled: readonly unknown[]): void {
  for (const each of journaled) {
    const { success, output } = v.safeParse(TransferEffect, each)
    if (success) addTransferEffect(request, output)
  }
}
