import * as api from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, BatchError, isNotFound } from '#src/contract/errors.ts'
import { FileType } from '#src/contract/file.ts'
import { childUri, parseUri } from '#src/contract/uri.ts'
import type { SendItems } from '#src/jobs/job-definition.ts'
import { findItemById } from '#src/jobs/verification/item-lookup.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'
import { targetFolderOf } from './restore-request.ts'
import type { RestoreContext } from './restore-state.ts'
import { sendBisecting } from './send-bisecting.ts'
import { TargetNames } from './target-names.ts'

/*
 * Restores files in the place of others: the one in the way goes to the trash first, and comes back when the restore
 * then fails. Folders are never replaced.
 */

type Replacement = {
  readonly id: string
  readonly item: FileRow
  readonly uri: string
  readonly name: string
}

/** Sends files that replace those that have their names. `show` is told what became of each file that made room in vain. */
export function createReplaceSender(
  context: RestoreContext,
  show: PutBackShown,
): SendItems<FileRow> {
  const { input: request, note } = context
  const expectedIdByItem = new Map(request.replace?.map(({ id, existingId }) => [id, existingId]))

  return async (items, signal) => {
    const failures = new Map<string, ApiError>()
    const inTheWay: Replacement[] = []
    const targets = new Map<string, TargetNames>()
    for (const item of items) {
      const target = targetFolderOf(item, request)
      const names = target === null ? undefined : await readNames(targets, target, signal)
      const holder = names?.fileNamed(item.name)
      if (!holder || target === null || holder.id === item.id) continue
      // The user may have been asked about another file.
      const isOther = (expectedIdByItem.get(item.id) ?? holder.id) !== holder.id
      if (isOther || item.isFolder || holder.type === FileType.folder) {
        failures.set(item.uri, new ApiError({ code: ErrorCode.nameTaken }))
        continue
      }
      const uri = childUri(target, item.name)
      await note({ replaced: { ...toFileRow(holder), uri }, takenBy: item.id })
      inTheWay.push({ id: holder.id, item, uri, name: item.name })
    }
    const stays = await sendBisecting(inTheWay, (some) =>
      api.deleteFiles(
        some.map(({ uri }) => uri),
        false,
        signal,
      ),
    )
    for (const [{ item }, error] of stays) {
      // Whoever else deleted it wants it in the trash.
      await note({ notReplacedBy: item.id })
      failures.set(item.uri, error)
    }
    const { folder } = request
    const refused = await sendBisecting(
      items.filter(({ uri }) => !failures.has(uri)),
      (some) => {
        const uris = some.map(({ uri }) => uri)
        return folder === undefined
          ? api.restoreFiles(uris, signal)
          : api.moveFiles(uris, folder, false, signal)
      },
    )
    for (const [item, error] of refused) {
      failures.set(item.uri, error)
      await putBack(context, item.id, show)
    }
    if (failures.size > 0) throw new BatchError({ code: ErrorCode.batchIncomplete }, failures)
  }
}

async function readNames(
  targets: Map<string, TargetNames>,
  folder: string,
  signal: AbortSignal,
): Promise<TargetNames | undefined> {
  try {
    const names = targets.get(folder) ?? (await TargetNames.read(folder, signal))
    targets.set(folder, names)
    return names
  } catch (error) {
    // The restore itself says that the folder is missing.
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** How lists show what became of a file that had to make room. */
export type PutBackShown = {
  readonly putBack: (row: FileRow) => void
  /** Somebody has emptied the trash meanwhile. */
  readonly gone: (row: FileRow) => void
}

/**
 * Restores the file that had to make room for an item which was not restored after all. When that fails, the file stays
 * in the trash, where it is shown.
 */
async function putBack(
  { state, note }: RestoreContext,
  itemId: string,
  show: PutBackShown,
): Promise<void> {
  const replacedFile = state.replaced.get(itemId)
  if (!replacedFile) return
  try {
    const path = (await findItemById(replacedFile.id))?.path
    if (path === undefined) show.gone(replacedFile)
    else if (parseUri(path).host === 'trash') {
      await api.restoreFiles([path])
      show.putBack(replacedFile)
    }
    await note({ notReplacedBy: itemId })
  } catch {
    // It is tried once more when the restore ends.
  }
}

/** Puts back what had to make room for items that were not restored after all. Never rejects. */
export async function restoreReplacedFiles(
  context: RestoreContext,
  restoredIds: ReadonlySet<string>,
  show: PutBackShown,
): Promise<void> {
  // The state also has what a restore replaced that this one continues.
  for (const { id } of context.input.items)
    if (!restoredIds.has(id)) await putBack(context, id, show)
}
