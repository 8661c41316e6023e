import { getFileBytes, putFileContent } from '#src/api/files/content.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, TransportError } from '#src/contract/errors.ts'
import { FileType } from '#src/contract/file.ts'
import { childUri, isRootUri, parentUri, rootUri } from '#src/contract/uri.ts'
import { askQuestion } from '#src/jobs/questions/questions.ts'
import { findItemAtUri } from '#src/jobs/verification/item-lookup.ts'
import { folderGoneQuestion, findOwnUriById } from '#src/jobs/verification/target-folder.ts'
import { numberedNames } from '#src/lib/names/free-name.ts'
import { areBytesEqual } from '#src/lib/text/text-encoding.ts'
import { inTurn } from '#src/platform/journal-lock.ts'

/** A name that is free in a folder: `letter.txt`, unless that is known to be taken, then `letter (2).txt`, and so on. */
async function freeUri(folder: string, name: string, isTaken: boolean): Promise<string> {
  const others = numberedNames(name)
  const next = () => childUri(folder, others.next().value)
  let uri = isTaken ? next() : childUri(folder, name)
  while (await findItemAtUri(uri)) uri = next()
  return uri
}

export type TextCopy = {
  uri: string
  /** Id of the file, where it is known. */
  fileId: string | undefined
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Creates the file under a name that is free; when no response arrives, looks up whether it exists. Two tabs that did so at
 * the same time would find the same name free, and one would overwrite the copy of the other. Another device at the same
 * moment still can: an empty file created first, as a reservation, would have to be deleted by its address after an error.
 */
const writeNew = (folder: string, { name, bytes }: TextCopy, isTaken: boolean): Promise<string> =>
  inTurn('latchkey.text-copy', async () => {
    const uri = await freeUri(folder, name, isTaken)
    try {
      await putFileContent(uri, bytes)
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      const found = await getFileBytes(uri).catch(() => undefined)
      if (!found || !areBytesEqual(found, bytes)) throw error
    }
    return uri
  })

/** `isAnother`: it is not the folder of the file, so that the name of the file may be free. */
type Place = { folder: string; isAnother: boolean }

/**
 * The folder that the file is in, wherever it is by now; where that cannot be told and its old folder is gone, the one
 * that the user names. Undefined when the user cancels.
 */
async function folderOfCopy({ uri, fileId }: TextCopy): Promise<Place | undefined> {
  const folder = parentUri(uri) ?? rootUri('my')
  const isRoot = isRootUri(folder)
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
    return await writeNew(place.folder, copy, !place.isAnother)
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
  return writeNew(rootUri('my'), copy, false)
}
