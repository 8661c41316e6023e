import { getFileBytes, putFileContent } from '#src/api/files/content.ts'
import { createEmptyItem, deleteFiles } from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, TransportError } from '#src/contract/errors.ts'
import { type File, FileType } from '#src/contract/file.ts'
import { childUri, parentUri, rootUri } from '#src/contract/uri.ts'
import { askQuestion } from '#src/jobs/questions/questions.ts'
import { findItemAtUri, isNewerThan } from '#src/jobs/verification/item-lookup.ts'
import { folderGoneQuestion, findOwnUriById } from '#src/jobs/verification/target-folder.ts'
import { splitExtension } from '#src/lib/names/file-kind.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { areBytesEqual } from '#src/lib/text/text-encoding.ts'

export type TextCopy = {
  uri: string
  /** Id of the file, where it is known. */
  fileId: string | undefined
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Resolves to the new, empty file at a URI; undefined where the name is taken. */
async function createAt(uri: string): Promise<File | undefined> {
  const sentAt = serviceNow()
  try {
    return await createEmptyItem(uri, 'file')
  } catch (error) {
    if (hasErrorCode(error, ErrorCode.nameTaken)) return undefined
    if (!(error instanceof TransportError)) throw error
    const found = await findItemAtUri(uri).catch(() => undefined)
    if (found?.size !== 0 || !isNewerThan(found, sentAt)) throw error
    return found
  }
}

/**
 * Creates the file under the first name that the service does not refuse: `letter.txt`, then `letter (2).txt`, and so on.
 * When no response arrives, looks up whether it was written. What cannot be written leaves no empty file.
 */
async function writeNew(folder: string, { name, bytes }: TextCopy, first: number): Promise<string> {
  const { stem, extension } = splitExtension(name)
  for (let n = first; ; n++) {
    const uri = childUri(folder, n === 1 ? name : `${stem} (${n})${extension}`)
    const created = await createAt(uri)
    if (!created) continue
    try {
      await putFileContent(uri, bytes, created.primary_entity)
    } catch (error) {
      const found =
        error instanceof TransportError && (await getFileBytes(uri).catch(() => undefined))
      if (found && areBytesEqual(found, bytes)) return uri
      await deleteFiles([uri], false).catch(() => undefined)
      throw error
    }
    return uri
  }
}

/** `isAnother`: it is not the folder of the file, so that the name of the file may be free. */
type Place = { folder: string; isAnother: boolean }

/**
 * The folder that the file is in, wherever it is by now; where that cannot be told and its old folder is gone, the one
 * that the user names. Undefined when the user cancels.
 */
async function folderOfCopy({ uri, fileId }: TextCopy): Promise<Place | undefined> {
  const folder = parentUri(uri) ?? rootUri('my')
  const isRoot = parentUri(folder) === null
  const there = isRoot ? undefined : await findItemAtUri(uri)
  if (isRoot || (there && (fileId === undefined || there.id === fileId))) {
    return { folder, isAnother: false }
  }
  const found = fileId === undefined ? undefined : await findOwnUriById(fileId)
  const movedTo = found === undefined ? undefined : (parentUri(found) ?? undefined)
  const hasFolder = (await findItemAtUri(folder))?.type === FileType.folder
  if (hasFolder) return { folder: movedTo ?? folder, isAnother: false }
  const other = await askQuestion(folderGoneQuestion, { folder, movedTo })
  return other === undefined ? undefined : { folder: other, isAnother: other !== movedTo }
}

/**
 * Saves a copy beside the original, or in the user's root when the folder is not writable; asks when that is gone, since
 * the public server would make it again. Resolves to the URI of the copy, undefined when the user cancels.
 */
export async function saveTextCopy(copy: TextCopy): Promise<string | undefined> {
  try {
    const place = await folderOfCopy(copy)
    if (!place) return undefined
    return await writeNew(place.folder, copy, place.isAnother ? 1 : 2)
  } catch (error) {
    const isNoPlace = hasErrorCode(
      error,
      ErrorCode.forbidden,
      ErrorCode.ownerOnly,
      ErrorCode.notFound,
      ErrorCode.linkEnded,
    )
    if (!isNoPlace) throw error
  }
  return writeNew(rootUri('my'), copy, 1)
}
