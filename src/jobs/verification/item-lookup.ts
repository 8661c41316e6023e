import * as api from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, isNotFound } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'

/* Looks items up at the service, before something is sent twice and after an answer was lost. */

/** Unknown ids are answered with 404 or -1 (docs/protocol.md §1.4). */
export const isUnknownItem = (error: unknown): boolean =>
  isNotFound(error) || hasErrorCode(error, ErrorCode.unclassified)

/** The item at a URI, undefined when there is none. */
export async function findItemAt(
  uri: string,
  signal?: AbortSignal,
  detail: api.GetFileOptions = {},
): Promise<File | undefined> {
  try {
    return await api.getFile(uri, detail, signal)
  } catch (error) {
    if (isUnknownItem(error)) return undefined
    throw error
  }
}

/** The user's own item with this id, wherever it is now, undefined when there is none. */
export async function findItemById(id: string, signal?: AbortSignal): Promise<File | undefined> {
  try {
    return await api.getFileById(id, signal)
  } catch (error) {
    if (isUnknownItem(error)) return undefined
    throw error
  }
}

/** Whether a refusal can mean that the item has been deleted, moved or restored before. */
export const isGoneOrMoved = (error: ApiError): boolean =>
  hasErrorCode(error, ErrorCode.pathNotFound, ErrorCode.conflict)

/** Rejects when the URI of an item does not lead to it any more. */
export async function assertUriIsCurrent(item: {
  readonly id: string
  readonly uri: string
}): Promise<void> {
  if ((await findItemAt(item.uri))?.id !== item.id) throw new ApiError({ code: ErrorCode.staleUri })
}
