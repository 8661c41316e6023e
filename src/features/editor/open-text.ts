import { getFileBytes } from '#src/api/files/content.ts'
import { createEditorSession, getFileLocks, readContents } from '#src/api/files/editor-session.ts'
import { getFile } from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { type File, FileType } from '#src/contract/file.ts'
import { Capability, hasFlag } from '#src/contract/flags/capability.ts'
import { opensInBuiltInTextEditor, type SiteConfig } from '#src/contract/site.ts'
import { maxTextBytes } from '#src/lib/names/plain-text.ts'
import { decodeUtf8 } from '#src/lib/text/text-encoding.ts'
import { uuid } from '#src/lib/uuid.ts'
import type { OpenedText, TextLockState } from './edited-text-state.ts'
import { findLockHolder } from './find-lock-holder.ts'

export class NotATextFileError extends Error {
  override name = 'NoTextError'
  readonly reason: 'folder' | 'large' | 'binary'
  constructor(reason: NotATextFileError['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** The id of our own editor among the site's viewers for a file of this name: the one whose page is on this site. */
function ownViewer(groups: SiteConfig['file_viewers'], name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return (groups ?? [])
    .flatMap(({ viewers }) => viewers)
    .find((viewer) => opensInBuiltInTextEditor(viewer, extension))?.id
}

/** Our session, or undefined when the service does not know our editor for this file. */
async function openSession(uri: string, viewerId: string | undefined, signal: AbortSignal) {
  if (viewerId === undefined) return undefined
  try {
    return await createEditorSession(uri, viewerId, signal)
  } catch (error) {
    if (hasErrorCode(error, ErrorCode.contentNotFound, ErrorCode.invalidParameters))
      return undefined
    if (hasErrorCode(error, ErrorCode.fileTooLarge)) {
      throw new NotATextFileError('large')
    }
    throw error
  }
}

function decode(bytes: Uint8Array) {
  if (bytes.length > maxTextBytes) throw new NotATextFileError('large')
  const read = decodeUtf8(bytes)
  if (!read) throw new NotATextFileError('binary')
  return read
}

const canChange = ({ capability }: File): boolean =>
  capability === undefined || hasFlag(capability, Capability.updateMetadata)

/**
 * Opens a text, without a lock until somebody writes in it. Throws {@link NotATextFileError} when the item is no text, 40016, 403, and
 * `TransportError`.
 */
export async function openText(
  uri: string,
  config: Promise<SiteConfig>,
  signal: AbortSignal,
): Promise<OpenedText> {
  const [file, { file_viewers: viewers }] = await Promise.all([getFile(uri, {}, signal), config])
  if (file.type === FileType.folder) throw new NotATextFileError('folder')
  if (file.size > maxTextBytes) throw new NotATextFileError('large')
  const viewerId = ownViewer(viewers, file.name)
  const session = await openSession(uri, viewerId, signal)
  const { id: fileId, primary_entity: entity } = file
  const common = { uri, fileId, session, viewerId, lock: uuid(), entity }
  if (!session) {
    const decoded = decode(await getFileBytes(uri, signal))
    const textLock: TextLockState = { at: canChange(file) ? 'none' : 'readOnly' }
    return { ...common, ...decoded, textLock, version: entity ?? '' }
  }
  // The file is read even when it cannot be found out who holds it.
  const findTextLock = (): Promise<TextLockState> =>
    findLockHolder(() => getFileLocks(session)).catch(() => ({ at: 'free' }))
  const [textLock, { bytes, version }] = await Promise.all([
    canChange(file) ? findTextLock() : ({ at: 'readOnly' } as const),
    readContents(session, signal),
  ])
  return { ...common, ...decode(bytes), textLock, version }
}
