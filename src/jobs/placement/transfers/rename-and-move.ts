import * as api from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { childUri, nameOfUri, parentUri } from '#src/contract/uri.ts'
import type { PlacedItem } from '#src/jobs/placement/wish.ts'
import { freeNames } from '#src/lib/names/free-name.ts'
import { finalNameOf, folderOf, newNameOf } from './final-places.ts'
import type { TransferContext } from './transfer-request.ts'

const maxNames = 1_000

/**
 * Renames the item at `uri` and moves it to the target folder, under the next free name when another has taken its own.
 * `onRenamed` is called with its address once it has another name where it was.
 */
export async function renameAndMove(
  item: PlacedItem,
  uri: string,
  context: TransferContext,
  onRenamed?: (uri: string) => void,
): Promise<void> {
  const { note, signal } = context
  const others = freeNames(finalNameOf(item, context), item.isFolder)
  let at = uri
  for (let name = finalNameOf(item, context), tries = 0; ; tries++) {
    if (name !== newNameOf(item, context)) await note({ newName: name, id: item.id })
    try {
      const from = nameOfUri(at)
      if (from !== name) {
        await note({ from, to: name, id: item.id })
        await api.renameFile(at, name)
        at = childUri(parentUri(at) ?? at, name)
        onRenamed?.(at)
      }
      await api.moveFiles([at], folderOf(item), false, signal)
      return
    } catch (error) {
      if (!hasErrorCode(error, ErrorCode.nameTaken) || tries >= maxNames) throw error
      name = others.next().value as string
    }
  }
}
