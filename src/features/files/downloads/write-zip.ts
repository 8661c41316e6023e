import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, TransportError } from '#src/contract/errors.ts'
import { isUnlistedStorageOriginError } from '#src/contract/storage-error.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { messagesOfPage } from '#src/i18n/catalogues.ts'
import { clampToZipDate, reserveSafeArchiveName } from '#src/lib/names/archive-names.ts'
import type { OpenedContent } from './content-reader.ts'
import type { MissingItem, ArchiveTree, ArchiveItem } from './read-tree.ts'

/** The text in an archive that says what it does not have, and its name. */
function describeMissing(missing: readonly MissingItem[]): { name: string; text: string } {
  const t = messagesOfPage()
  const messages = t.operations.zips
  const lines = missing.map(({ path, error }) =>
    t.common.labelled(path, describeError(error, t).title),
  )
  return { name: messages.noteName, text: [messages.noteText, '', ...lines, ''].join('\r\n') }
}

/** The items whose bytes are fetched. An empty file is one, as it may have been written to since, unless that costs. */
export const itemsToFetch = (
  items: readonly ArchiveItem[],
  isLimited: boolean,
): readonly ArchiveItem[] =>
  items.filter(({ row }) => !row.isFolder && (row.size > 0 || !isLimited))

type ZipOptions = {
  readonly toFetch: readonly ArchiveItem[]
  /** It aborts when nothing more is to be put in. */
  readonly signal: AbortSignal
  /** Opens the nth item to fetch. */
  readonly open: (index: number) => Promise<OpenedContent>
  /** How many files are opened before they are needed, with their first parts in memory. */
  readonly ahead: number
  /** How many items are fetched; the others are missing. */
  readonly most: number
  /** Called when a file is in it, or missing. */
  readonly onFile: () => void
  readonly onBytes: (count: number) => void
}

/**
 * An archive of the items, as it is read. Items that cannot be read are added to `missing` and named by a text in the
 * archive. The stream fails when nothing at all can be had, a storage may not be used, or a file breaks off in the
 * middle; what was read until then must not be kept.
 */
export async function createZipStream(
  { items }: ArchiveTree,
  missing: MissingItem[],
  { toFetch, signal, open, ahead, most, onFile, onBytes }: ZipOptions,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const opened = new Map<number, Promise<OpenedContent | Error>>()
  /** When a link has ended, everything else behind it is missing, too. */
  let end: Error | undefined
  const openNow = async (index: number): Promise<OpenedContent | Error> => {
    if (end) return end
    if (index >= most) return new ApiError({ code: ErrorCode.linkEnded })
    try {
      return await open(index)
    } catch (error) {
      if (hasErrorCode(error, ErrorCode.linkEnded)) end = error
      return error as Error
    }
  }
  let begun = 0
  const take = async (index: number): Promise<OpenedContent | Error> => {
    for (; begun < Math.min(index + ahead, toFetch.length); begun++)
      opened.set(begun, openNow(begun))
    const content = await opened.get(index)
    opened.delete(index)
    return content ?? new RangeError('no such file')
  }

  async function* bytesOf({ first, rest }: OpenedContent) {
    yield first
    onBytes(first.length)
    for await (const bytes of rest()) {
      yield bytes
      onBytes(bytes.length)
    }
  }

  const hasBytes = toFetch.some(({ row }) => row.size > 0)
  async function* entries() {
    let index = 0
    let files = 0
    for (const item of items) {
      const { path, row } = item
      const lastModified = clampToZipDate(row.updatedAt)
      if (row.isFolder) {
        yield { name: `${path}/`, lastModified }
        continue
      }
      const answer = toFetch[index] === item ? await take(index++) : undefined
      signal.throwIfAborted()
      // No range lies in a file that is empty. Some services have no content for it, and some storages may not be asked.
      const isStillEmpty =
        row.size === 0 &&
        (hasErrorCode(answer, ErrorCode.contentNotFound) ||
          isUnlistedStorageOriginError(answer) ||
          (answer instanceof TransportError && answer.status === 416))
      const content = isStillEmpty ? undefined : answer
      if (content instanceof Error) {
        if (isUnlistedStorageOriginError(content)) throw content
        missing.push({ path, error: content })
      } else {
        // Files without bytes do not make up for the others.
        if (content?.size || !hasBytes) files++
        yield {
          name: path,
          lastModified,
          size: content?.size ?? 0,
          input: content ? bytesOf(content) : new Uint8Array(),
        }
      }
      onFile()
    }
    const [first] = missing
    if (!first) return
    if (files === 0) throw first.error
    const { name, text } = describeMissing(missing)
    const taken = new Map(
      [...items, ...missing].map(({ path }) => [path.toLowerCase(), 2] as const),
    )
    yield {
      name: reserveSafeArchiveName(name, taken),
      lastModified: new Date(),
      input: new Response(text),
    }
  }
  const { makeZip } = await import('client-zip')
  return makeZip(entries()) as ReadableStream<Uint8Array<ArrayBuffer>>
}
