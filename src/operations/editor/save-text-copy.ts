import { getFileBytes, putFileContent } from '#src/api/content.ts'
import { getFile } from '#src/api/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { childUri, parentUri, rootUri } from '#src/contract/uri.ts'
import { splitExtension } from '#src/lib/names/file-kind.ts'
import { areBytesEqual } from '#src/lib/text/text-encoding.ts'

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === ErrorCode.pathNotFound

async function isThere(uri: string): Promise<boolean> {
  try {
    await getFile(uri)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** A name that is free in a folder: `letter.txt`, then `letter (2).txt`, and so on. */
async function freeUri(folder: string, name: string, first: number): Promise<string> {
  const { stem, extension } = splitExtension(name)
  for (let n = first; ; n++) {
    const uri = childUri(folder, n === 1 ? name : `${stem} (${n})${extension}`)
    if (!(await isThere(uri))) return uri
  }
}

export type TextCopy = { uri: string; name: string; bytes: Uint8Array<ArrayBuffer> }

/** Creates the file at `uri`; when no response arrives, looks up whether it exists. */
async function writeNew(uri: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    await putFileContent(uri, bytes)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    const found = await getFileBytes(uri).catch(() => undefined)
    if (!found || !areBytesEqual(found, bytes)) throw error
  }
  return uri
}

/**
 * Saves a copy beside the original, or in the user's root when the folder is gone or not writable. Resolves to the URI
 * of the copy.
 */
export async function saveTextCopy({ uri, name, bytes }: TextCopy): Promise<string> {
  const folder = parentUri(uri)
  try {
    if (folder !== null) return await writeNew(await freeUri(folder, name, 2), bytes)
  } catch (error) {
    const isNoPlace =
      isMissing(error) ||
      (error instanceof ApiError &&
        [ErrorCode.forbidden, ErrorCode.ownerOnly, ErrorCode.notFound].some(
          (code) => code === error.code,
        ))
    if (!isNoPlace) throw error
  }
  return writeNew(await freeUri(rootUri('my'), name, 1), bytes)
}
