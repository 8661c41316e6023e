import * as api from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { childUri, nameOfUri, parentUri } from '#src/contract/uri.ts'
import { freeNames } from '#src/lib/names/free-name.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { AddTransferEffect } from './transfer-effects.ts'
import { finalNameOf, newNameOf, type TransferRequest } from './transfer-request.ts'

const maxNames = 1_000

/**
 * Renames the item at `uri` and moves it to the target folder, under the next free name when another has taken its own.
 * `onRenamed` is called with its address once it has another name where it was.
 */
export async function renameAndMove(
  item: FileRow,
  uri: string,
  request: TransferRequest,
  signal: AbortSignal,
  addEffect: AddTransferEffect,
  onRenamed?: (uri: string) => void,
): Promise<void> {
  const others = freeNames(finalNameOf(item, request), item.isFolder)
  let at = uri
  for (let name = finalNameOf(item, request), tries = 0; ; tries++) {
    if (name !== newNameOf(item, request)) await addEffect({ newName: name, id: item.id })
    try {
      const from = nameOfUri(at)
      if (from !== name) {
        await addEffect({ from, to: name, id: item.id })
        await api.renameFile(at, name)
        at = childUri(parentUri(at) ?? at, name)
        onRenamed?.(at)
      }
      await api.moveFiles([at], request.folder, false, signal)
      return
    } catch (error) {
      if (!hasErrorCode(error, ErrorCode.nameTaken) || tries >= maxNames) throw error
      name = others.next().value as string
    }
  }
}
