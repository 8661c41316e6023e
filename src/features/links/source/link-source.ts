import { firstTrashPageParams, getFile, trashSearchUri } from '#src/api/files/files.ts'
import { toLinkRecord } from '#src/api/links/link-record.ts'
import { getLink, getOwnLink } from '#src/api/links/links.ts'
import { fromWireUri } from '#src/api/wire/wire-uri.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { type File, MetadataKey } from '#src/contract/file.ts'
import { ShareSourceType } from '#src/contract/share.ts'
import { childUri, formatUri, parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRecord, LinkRow } from '#src/lists/rows/link-row.ts'
import { createItemReader, type ItemReader } from './item-reader.ts'
import { cachedLinkSource, loadStoredLinkSources, cacheLinkSource } from './link-source-cache.ts'

/** Where the item of a link is now. */
export type LinkSourceLocation =
  /** `link` is the link as the service has it now. */
  | { at: 'folder'; uri: string; folder: string; name: string; link: LinkRecord }
  /** `item` is what was deleted: the item of the link, or a folder that it is in. */
  | { at: 'trash'; item: FileRow }
  /** What is where the item was has no such link: it has been deleted, or another item is there. */
  | { at: 'deleted' }
  /** `onlyNewest`: so many deleted items that may be it were looked through, the newest; null means all of them. */
  | { at: 'unknown'; onlyNewest: number | null }

/** The URI in the form that listings use: without the user's own id. */
function ownUri(uri: string): string {
  const { id: _id, ...own } = parseUri(uri)
  return formatUri(own)
}

/** The URI of the folder that a link shows, from a record that tells it: for a file that of the folder with it. */
export const sharedFolderOfLink = ({ sourceUri }: Pick<LinkRecord, 'sourceUri'>) =>
  sourceUri ? ownUri(sourceUri) : undefined

/** The URI of the item, from a record that tells it: for a file the record has that of its folder. */
export function sourceUriOfLink({
  sourceUri,
  sourceType,
  name,
}: Pick<LinkRecord, 'sourceUri' | 'sourceType' | 'name'>): string | undefined {
  const found = sharedFolderOfLink({ sourceUri })
  if (found === undefined) return undefined
  return sourceType === ShareSourceType.folder ? found : childUri(found, name)
}

/** The URI of the item of a row, where the list tells it. */
export const itemUriOfLinkRow = ({ source, sourceType, name }: LinkRow): string | undefined =>
  source === null
    ? undefined
    : sourceUriOfLink({ sourceUri: fromWireUri(source), sourceType, name })

/** The links to an item that was read with them. */
export const linksOfFile = (file: File): LinkRecord[] =>
  (file.extended_info?.shares ?? []).map(toLinkRecord)

const linkIn = (file: File, id: string): LinkRecord | undefined =>
  linksOfFile(file).find((link) => link.id === id)

const foundAt = (uri: string, link: LinkRecord, name: string): LinkSourceLocation => ({
  at: 'folder',
  uri,
  folder: parentUri(uri) ?? rootUri('my'),
  name,
  link,
})

/** Where the item of a link was last: as the list tells it, and as this browser has it from an earlier look. */
const lastUrisOf = (row: LinkRow): string[] => [
  ...new Set(
    [itemUriOfLinkRow(row), cachedLinkSource(row.id)?.uri].filter((uri) => uri !== undefined),
  ),
]

async function atUri(
  uri: string,
  id: string,
  signal?: AbortSignal,
): Promise<LinkSourceLocation | undefined> {
  try {
    const file = await getFile(uri, { extended: true }, signal)
    const link = linkIn(file, id)
    return link ? foundAt(uri, link, file.name) : { at: 'deleted' }
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

async function throughLink(
  row: LinkRow,
  signal?: AbortSignal,
): Promise<LinkSourceLocation | undefined> {
  // The password is asked of the owner too, and may be unknown after a reload.
  if (row.isProtected && row.password === null) return undefined
  try {
    const link = await getOwnLink(row.id, row.password ?? undefined, signal)
    const uri = sourceUriOfLink(link)
    return uri === undefined ? undefined : foundAt(uri, link, link.name)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** Whether the service knows the link as one that works: its item may be in a deleted folder all the same. */
async function isLinkKnown(id: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await getLink(id, signal)
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

async function byName(row: LinkRow, read: ItemReader): Promise<LinkSourceLocation | undefined> {
  const exact: [string, string] = ['name', `"${row.name}"`]
  const search = formatUri({ host: 'my', segments: [], search: [exact] })
  let cursor: string | undefined
  do {
    const page = await read.page(search, { size: 100, cursor })
    for (const file of page.files) {
      if (file.name !== row.name || file.path === undefined) continue
      const link = linkIn(await read.item(file.path), row.id)
      if (link) return foundAt(file.path, link, file.name)
    }
    cursor = page.pagination?.next_token
  } while (cursor)
  return undefined
}

export const isLinkOfItemAtUri = async (
  uri: string,
  id: string,
  read = createItemReader(),
): Promise<boolean> => linkIn(await read.item(uri), id) !== undefined

/** Pages of the trash that are searched for a name. */
const maxTrashPages = 10

/**
 * Deleted items whose path contains this name, newest first: what was deleted out of a folder of this name too. Calls
 * `onMore` where there are more than are looked through.
 */
async function* trashedItems(
  name: string,
  read: ItemReader,
  onMore: () => void,
): AsyncGenerator<File, void, undefined> {
  const search = trashSearchUri(encodeURIComponent(name))
  let cursor: string | undefined
  for (let count = 0; count < maxTrashPages; count++) {
    const page = await read.page(search, { ...firstTrashPageParams, cursor })
    yield* page.files
    cursor = page.pagination?.next_token
    if (!cursor) return
  }
  onMore()
}

async function trashedItemOf(
  row: LinkRow,
  read: ItemReader,
  onMore: () => void,
): Promise<File | undefined> {
  for await (const file of trashedItems(row.name, read, onMore)) {
    const { name, path } = file
    if (name === row.name && path !== undefined && (await isLinkOfItemAtUri(path, row.id, read)))
      return file
  }
  return undefined
}

/**
 * The deleted folder that the item at `uri` is in. It is found by the path alone: what is in a deleted folder is neither
 * listed nor searched.
 */
async function trashedFolderOf(
  uri: string,
  { id }: LinkRow,
  read: ItemReader,
  onMore: () => void,
): Promise<File | undefined> {
  const { segments } = parseUri(uri)
  for (let depth = segments.length - 1; depth > 0; depth--) {
    const folder = formatUri({ host: 'my', segments: segments.slice(0, depth) })
    const name = segments[depth - 1] ?? ''
    for await (const deleted of trashedItems(name, read, onMore)) {
      const { path, metadata } = deleted
      if (path === undefined || metadata[MetadataKey.restoreUri] !== folder) continue
      const inside = segments.slice(depth).reduce(childUri, path)
      const isThere = await isLinkOfItemAtUri(inside, id, read).catch((error: unknown) => {
        if (isNotFound(error)) return false
        throw error
      })
      if (isThere) return deleted
    }
  }
  return undefined
}

/**
 * Looks for the item of a link only where it was last, which takes two requests at most. Undefined where nothing is
 * there.
 */
export async function locateWhereLast(
  row: LinkRow,
  signal?: AbortSignal,
): Promise<LinkSourceLocation | undefined> {
  await loadStoredLinkSources()
  let found: LinkSourceLocation | undefined
  for (const uri of lastUrisOf(row)) {
    found = (await atUri(uri, row.id, signal)) ?? found
    if (found?.at === 'folder') break
  }
  return found
}

/**
 * Finds the item of a link as the public server allows it: where it was last, by the link itself while it is live, else
 * by name (docs/protocol.md §10). It takes a request for each item of that name: only for what the user asks. Those who
 * look for several links give one reader for all.
 */
export async function locateLinkSource(
  row: LinkRow,
  signal?: AbortSignal,
  read = createItemReader(signal),
): Promise<LinkSourceLocation> {
  // A live link returns the present URI; where it was last may be out of date. A dead link returns nothing.
  const ways = row.isExpired ? [locateWhereLast, throughLink] : [throughLink, locateWhereLast]
  let isDeleted = false
  for (const find of [...ways, () => byName(row, read)]) {
    const found = await find(row, signal)
    if (found?.at === 'deleted') isDeleted = true
    if (found?.at !== 'folder') continue
    cacheLinkSource(row.id, found.uri)
    return found
  }
  let hasMore = false
  const onMore = () => void (hasMore = true)
  const inTrash = await trashedItemOf(row, read, onMore)
  if (inTrash) return { at: 'trash', item: toFileRow(inTrash) }
  for (const uri of lastUrisOf(row)) {
    const folder = await trashedFolderOf(uri, row, read, onMore)
    if (folder) return { at: 'trash', item: toFileRow(folder) }
  }
  // Where the item was, another one of its name may be by now.
  if (isDeleted && !(await isLinkKnown(row.id, signal))) return { at: 'deleted' }
  return {
    at: 'unknown',
    onlyNewest: hasMore ? maxTrashPages * firstTrashPageParams.size : null,
  }
}
