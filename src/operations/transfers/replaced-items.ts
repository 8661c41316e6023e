import * as api from '#src/api/files.ts'
import { retryLookup } from '#src/api/retry-requests.ts'
import { BatchError } from '#src/contract/errors.ts'
import { FileType } from '#src/contract/file.ts'
import { parseUri } from '#src/contract/uri.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { findItemAt, findItemById } from '#src/operations/item-lookup.ts'
import { sendBisecting } from '#src/operations/restore/send-bisecting.ts'
import type { BatchItem } from '#src/stores/batches/batch.ts'
import { finalUriOf, type TransferRequest } from './transfer-request.ts'

/* Files whose place moved or copied items take. They go to the trash first. */

/** By id of the item that took the place. */
const replacedItems = new WeakMap<readonly string[], Map<string, BatchItem>>()

export function recordReplaced(
  id: string,
  { replacing }: TransferRequest,
  replaced: BatchItem,
): void {
  if (!replacing) return
  const known = replacedItems.get(replacing) ?? new Map<string, BatchItem>()
  replacedItems.set(replacing, known.set(id, replaced))
}

function forgetReplaced(id: string | undefined, { replacing }: TransferRequest): void {
  if (replacing && id !== undefined) replacedItems.get(replacing)?.delete(id)
}

/** The files that these items took the place of. */
export const replacedBy = (
  items: readonly FileRow[],
  { replacing }: TransferRequest,
): BatchItem[] => {
  const known = replacing && replacedItems.get(replacing)
  return known ? items.flatMap(({ id }) => known.get(id) ?? []) : []
}

/** Moves the files that are in the way of these items to the trash. Failures are those of the items. */
export async function trashExisting(
  items: readonly FileRow[],
  request: TransferRequest,
  signal: AbortSignal,
  addEffect: (effect: { replaced: BatchItem; takenBy: string }) => Promise<void>,
): Promise<void> {
  const itemsByUri = new Map<string, FileRow>()
  for (const item of items) {
    const uri = finalUriOf(item, request)
    const existing = await findItemAt(uri, signal)
    // A folder that has come there since stays: the move is then refused.
    if (!existing || existing.id === item.id || existing.type === FileType.folder) continue
    const replaced = { id: existing.id, uri, name: existing.name }
    await addEffect({ replaced, takenBy: item.id })
    itemsByUri.set(uri, item)
  }
  if (itemsByUri.size === 0) return
  try {
    await api.deleteFiles([...itemsByUri.keys()], false, signal)
  } catch (error) {
    if (!(error instanceof BatchError)) throw error
    // Whoever else deleted one of them wants it in the trash.
    for (const uri of error.failures.keys()) forgetReplaced(itemsByUri.get(uri)?.id, request)
    const { code, message, detail, correlationId } = error
    throw new BatchError(
      { code, message, detail, correlationId },
      new Map(
        [...error.failures].map(([uri, failure]) => [itemsByUri.get(uri)?.uri ?? uri, failure]),
      ),
    )
  }
}

/**
 * Restores the files that items were to replace but did not. Returns those that are back; one whose place is taken stays
 * in the trash, where it is shown.
 */
export async function restoreReplaced(
  items: readonly FileRow[],
  request: TransferRequest,
): Promise<BatchItem[]> {
  const trashed: BatchItem[] = []
  for (const item of replacedBy(items, request)) {
    const path = (await retryLookup(() => findItemById(item.id)))?.path
    if (path !== undefined && parseUri(path).host === 'trash') trashed.push({ ...item, uri: path })
  }
  const refused = await sendBisecting(trashed, (some) =>
    api.restoreFiles(some.map(({ uri }) => uri)),
  )
  return trashed.filter((item) => !refused.has(item))
}
