import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { readFileBytes, writeFile } from '#src/api/content.ts'
import { getFile } from '#src/api/files.ts'
import { createEditorSession, lockFile, readContents, unlockFile } from '#src/api/viewers.ts'
import { Capability, hasFlag } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError, TransportError, WopiLockError } from '#src/contract/errors.ts'
import { type File, FileType } from '#src/contract/file.ts'
import type { SiteConfig } from '#src/contract/site.ts'
import { childUri, parentUri, rootUri } from '#src/contract/uri.ts'
import { splitExtension } from '#src/lib/names.ts'
import { isSameBytes, readText } from '#src/lib/text.ts'
import { uuid } from '#src/lib/uuid.ts'
import type { Operation } from '#src/lib/operation.ts'
import { currentSession } from '#src/stores/session.ts'
import { defineMutation } from './define-mutation.ts'
import { EditedText, type Hold, type OpenedText } from './edited-text.ts'
import { isPassing } from './listing.ts'
import { site } from './site.ts'

/** Bytes of the longest text that is opened. */
const maxTextSize = 1024 * 1024

/** This item is no text for the editor. */
export class NoTextError extends Error {
  override name = 'NoTextError'
  readonly reason: 'folder' | 'large' | 'binary'
  constructor(reason: NoTextError['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Our own editor among the viewers of the site, for a file of this name: the one whose page is one of ours. */
function ownViewer({ file_viewers: groups = [] }: SiteConfig, name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return groups
    .flatMap(({ viewers }) => viewers)
    .find(({ wopi_actions: actions }) => actions?.[extension]?.['edit'] === '/edit')?.id
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether the lock is one of our own user: after a reload the page before may still be saying farewell. */
const isOurs = (error: WopiLockError): boolean =>
  error.conflicts.some(({ owner }) => owner?.owner === currentSession().userId)

type Session = Awaited<ReturnType<typeof createEditorSession>>

async function takeHold(session: Session, lock: string, isSecondTry = false): Promise<Hold> {
  try {
    await lockFile(session, lock)
    return { at: 'held' }
  } catch (error) {
    if (error instanceof ApiError && error.code === Code.forbidden) return { at: 'readOnly' }
    if (!(error instanceof WopiLockError)) throw error
    if (isSecondTry || !isOurs(error)) return { at: 'refused', error }
    await pause(700)
    return takeHold(session, lock, true)
  }
}

/** Our session, or undefined where our editor is not known for this file. */
async function openSession(uri: string, viewerId: string | undefined, signal: AbortSignal) {
  if (viewerId === undefined) return undefined
  try {
    return await createEditorSession(uri, viewerId, signal)
  } catch (error) {
    const isNone =
      error instanceof ApiError &&
      (error.code === Code.nothingThere || error.code === Code.invalidParameters)
    if (isNone) return undefined
    if (error instanceof ApiError && error.code === Code.fileTooLarge) {
      throw new NoTextError('large')
    }
    throw error
  }
}

function textOf(bytes: Uint8Array) {
  if (bytes.length > maxTextSize) throw new NoTextError('large')
  const read = readText(bytes)
  if (!read) throw new NoTextError('binary')
  return read
}

const canChange = ({ capability }: File): boolean =>
  capability === undefined || hasFlag(capability, Capability.rename)

async function open(uri: string, client: QueryClient, signal: AbortSignal): Promise<OpenedText> {
  const [file, config] = await Promise.all([
    getFile(uri, {}, signal),
    client.ensureQueryData(site.explorer()),
  ])
  if (file.type === FileType.folder) throw new NoTextError('folder')
  if (file.size > maxTextSize) throw new NoTextError('large')
  const viewerId = ownViewer(config, file.name)
  const session = await openSession(uri, viewerId, signal)
  const common = { uri, fileId: file.id, session, viewerId, lock: uuid() }
  if (!session) {
    const read = textOf(await readFileBytes(uri, signal))
    const hold: Hold = { at: canChange(file) ? 'none' : 'readOnly' }
    return { ...common, ...read, hold, version: file.primary_entity ?? '' }
  }
  // Locked before it is read, so that what is read stays true.
  const hold: Hold = canChange(file) ? await takeHold(session, common.lock) : { at: 'readOnly' }
  try {
    const { bytes, version } = await readContents(session, signal)
    return { ...common, ...textOf(bytes), hold, version }
  } catch (error) {
    if (hold.at === 'held') await unlockFile(session, common.lock).catch(() => undefined)
    throw error
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === Code.pathNotFound

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

type Copy = { uri: string; name: string; bytes: Uint8Array<ArrayBuffer> }

/** Writes what is new at `uri`; an answer that did not come is looked for. */
async function writeNew(uri: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    await writeFile(uri, bytes)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    const found = await readFileBytes(uri).catch(() => undefined)
    if (!found || !isSameBytes(found, bytes)) throw error
  }
  return uri
}

/** Saves beside the original, or in one's own root where its folder is gone or takes nothing. Resolves to the address. */
async function saveCopy({ uri, name, bytes }: Copy): Promise<string> {
  const folder = parentUri(uri)
  try {
    if (folder !== null) return await writeNew(await freeUri(folder, name, 2), bytes)
  } catch (error) {
    const isNoPlace =
      isMissing(error) ||
      (error instanceof ApiError &&
        [Code.forbidden, Code.ownerOnly, Code.notFound].some((code) => code === error.code))
    if (!isNoPlace) throw error
  }
  return writeNew(await freeUri(rootUri('my'), name, 1), bytes)
}

const saving = (name: string): Operation => ({ kind: 'save', name, count: 1 })
const listKey = (uri: string) => ['files', 'list', parentUri(uri) ?? uri]
const infoKey = (uri: string) => ['files', 'info', uri]
const capacityKey = ['users', 'capacity']

export const editor = {
  /**
   * A text, opened and locked where that can be. Every page that opens it opens it anew, since a lock cannot lie in a cache.
   */
  text: (uri: string) =>
    queryOptions({
      queryKey: ['editor', uri],
      queryFn: async ({ client, signal }) => new EditedText(await open(uri, client, signal)),
      structuralSharing: false,
      staleTime: Infinity,
      gcTime: 0,
      retry: (failures, error) => isPassing(error) && failures < 2,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),

  /** Under our lock, or over the version that was read; `overwrites` whatever is there. */
  save: (edited: EditedText, name: string) =>
    defineMutation<{ text: string; overwrites?: boolean }, void>({
      send: ({ text, overwrites }) => edited.save(text, overwrites),
      operation: () => saving(name),
      invalidates: () => [listKey(edited.state().uri), infoKey(edited.state().uri), capacityKey],
      inline: true,
    }),

  /** Takes the lock that is missing; what holds it instead is shown as for every write. */
  relock: (edited: EditedText, name: string) =>
    defineMutation<void, void>({
      send: () => edited.relock(),
      operation: () => ({ kind: 'edit', name, count: 1 }),
      invalidates: () => [],
      inline: true,
    }),

  /** Reads the text anew and forgets what was typed. */
  load: (edited: EditedText) =>
    mutationOptions({ mutationFn: () => edited.load(), meta: { isInline: true } }),

  /** Resolves to the address of the copy. */
  saveCopy: () =>
    defineMutation<Copy, string>({
      send: saveCopy,
      operation: ({ name }) => saving(name),
      invalidates: ({ uri }) => [listKey(uri), ['files', 'list', rootUri('my')], capacityKey],
      inline: true,
    }),
}
