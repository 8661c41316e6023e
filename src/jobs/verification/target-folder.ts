import { isTransient } from '#src/api/transient-errors.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import { isRootUri, parseUri } from '#src/contract/uri.ts'
import { askQuestion, defineQuestionKind } from '#src/jobs/questions/questions.ts'
import { findItemAtUri, findItemById } from './item-lookup.ts'

/*
 * The public server makes the missing folders of whatever is written, so that a write to a folder that was renamed or
 * deleted elsewhere would make a second one in its place. Whoever creates something looks at the folder first.
 */

export type TargetFolder = {
  readonly uri: string
  /** Undefined where it is not known; the folder is then taken as it is. */
  readonly id: string | undefined
}

/** Whether the URI still leads to the folder. Rejects when nobody answers. */
export async function isFolderThere({ uri, id }: TargetFolder): Promise<boolean> {
  // A root is never moved, and has no details.
  if (id === undefined || isRootUri(uri)) return true
  try {
    return (await findItemAtUri(uri))?.id === id
  } catch (error) {
    // Somebody who may write here but not ask goes on as before.
    if (error instanceof ApiError && !isTransient(error)) return true
    throw error
  }
}

export async function assertFolderIsThere(folder: TargetFolder): Promise<void> {
  if (!(await isFolderThere(folder))) throw new ApiError({ code: ErrorCode.targetFolderReplaced })
}

/** Where one of the user's own items is now, undefined when it is in the trash or gone. Rejects when nobody answers. */
export async function findOwnUriById(
  id: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  try {
    const uri = (await findItemById(id, signal))?.path
    return uri !== undefined && parseUri(uri).host === 'my' ? uri : undefined
  } catch (error) {
    if (hasErrorCode(error, ErrorCode.ownerOnly, ErrorCode.forbidden)) return undefined
    throw error
  }
}

/** A folder that was to be written to is not where it was. */
export type FolderGoneContent = {
  /** URI of the folder as it was known. */
  readonly folder: string
  /** Its URI now; undefined when it was deleted, or is nowhere that the user can see. */
  readonly movedTo: string | undefined
}

export const folderGoneQuestion = defineQuestionKind<FolderGoneContent, string | undefined>(
  'folder gone',
  undefined,
)

/** Asks where to write instead of a folder that is not there any more; undefined when the user cancels. */
export async function askForReplacementFolder({
  uri,
  id,
}: TargetFolder): Promise<TargetFolder | undefined> {
  const movedTo = id === undefined ? undefined : await findOwnUriById(id)
  const folder = await askQuestion(folderGoneQuestion, { folder: uri, movedTo })
  if (folder === undefined) return undefined
  return { uri: folder, id: folder === movedTo ? id : undefined }
}
