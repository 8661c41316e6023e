import { queryOptions } from '@tanstack/react-query'
import { getFile, listFiles } from '#src/api/files.ts'
import { getOwnShare } from '#src/api/shares.ts'
import {
  type File,
  type FileList,
  FileType,
  Metadata,
  type StoragePolicy,
} from '#src/contract/file.ts'
import { parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { parseTime } from '#src/lib/time.ts'
import { listOptions } from './list.ts'
import type { PageSource } from './listing.ts'

/** An item as lists keep it. */
export type FileRow = {
  readonly id: string
  readonly uri: string
  readonly name: string
  readonly isFolder: boolean
  /** Bytes. */
  readonly size: number
  /** ms since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly isShared: boolean
  /** Still being uploaded: it has no content yet. */
  readonly isArriving: boolean
  /** What one may do with it, where that is not what its folder allows. */
  readonly capability: string | null
  /** Texts that columns may show; null for none. */
  readonly metadata: Readonly<Record<string, string>> | null
  /** Deleted items: the address they had, and when they are collected (ms since 1970). */
  readonly origin: string | null
  /** Address of the folder in which a deleted item lay; rows of one list share it. */
  readonly originFolder: string | null
  readonly collectedAt: number | null
}

/** What the first answer says of a folder. */
export type Folder = {
  /** The view in force here, its own or inherited; null when the service keeps none. */
  readonly view: ViewSetting | null
  readonly capability: string | null
  /** Whether the folder is one's own; null where the service does not say. */
  readonly isOwned: boolean | null
  /** Rows that one request may ask for. */
  readonly maxPageSize: number | null
  /** The folder itself; its name is '' for the root of one's own space. */
  readonly self: FileRow | null
  /** Where its files are kept, where the service tells. */
  readonly storage: StoragePolicy | null
}

/** Only its owner saves the view of a folder: one's own space is one's own, a share may be. */
export function maySaveView(uri: string, folder: Folder | undefined): boolean {
  return parseUri(uri).host !== 'share' || folder?.isOwned === true
}

export function toFolder(list: FileList): Folder {
  const capability = list.props?.capability ?? null
  return {
    view: list.view ?? null,
    capability,
    isOwned: list.parent?.owned ?? null,
    maxPageSize: list.props?.max_page_size ?? null,
    self: list.parent?.id ? toFileRow(list.parent, capability) : null,
    storage: list.storage_policy ?? null,
  }
}

function metadataOf({ metadata }: File): FileRow['metadata'] {
  const shown = Object.entries(metadata).filter(([key]) => !key.startsWith('sys:'))
  return shown.length > 0 ? Object.fromEntries(shown) : null
}

/** One text for equal ones: 100,000 rows of the trash come from a few hundred folders. */
type Shared = Map<string, string>

function originFolderOf(origin: string | null, shared: Shared | undefined): string | null {
  if (origin === null) return null
  const folder = origin.slice(0, origin.lastIndexOf('/'))
  const known = shared?.get(folder)
  if (known === undefined) shared?.set(folder, folder)
  return known ?? folder
}

/** What lists keep of a record. A capability that is that of its folder is not kept. */
export function toFileRow(
  file: File,
  folderCapability: string | null = null,
  shared?: Shared,
): FileRow {
  const collected = Number(file.metadata[Metadata.collectTime])
  const origin = file.metadata[Metadata.restoreUri] ?? null
  return {
    id: file.id,
    uri: file.path ?? '',
    name: file.name,
    isFolder: file.type === FileType.folder,
    size: file.size,
    createdAt: parseTime(file.created_at) ?? 0,
    updatedAt: parseTime(file.updated_at) ?? 0,
    isShared: file.shared ?? false,
    isArriving: Metadata.uploadSession in file.metadata && file.size === 0,
    capability:
      file.capability === undefined || file.capability === folderCapability
        ? null
        : file.capability,
    metadata: metadataOf(file),
    origin,
    originFolder: originFolderOf(origin, shared),
    collectedAt: collected > 0 ? collected * 1000 : null,
  }
}

/** Whose view a folder has; `root` is what was found up to the root, which cannot be asked. */
export type ViewOrigin = { from: 'own' | 'root' } | { from: 'folder'; name: string; uri: string }

type Place = {
  cursor: string | undefined
  size: number | undefined
  order: string | undefined
  direction: string | undefined
  /** The page before, to be asked for again one row shorter when this one turns out to begin with a file. */
  border?: { cursor: string | undefined; size: number } | undefined
}

/**
 * Pages of a folder or of the trash. The public server loses files when a page ends exactly on the last folder: a full
 * page that ends with a folder, followed by one that is empty or begins with a file, is asked for again one row shorter.
 */
function filePages(
  uri: string,
  first: Omit<Place, 'cursor' | 'border'>,
): PageSource<FileRow, Place, Folder> {
  const shared: Shared = new Map()
  return async (place, signal) => {
    let at: Place = place ?? { ...first, cursor: undefined }
    let list = await listFiles(uri, at, signal)
    if (at.border && (list.files[0]?.type ?? FileType.file) === FileType.file) {
      at = { ...at, cursor: at.border.cursor, size: at.border.size - 1, border: undefined }
      list = await listFiles(uri, at, signal)
    }
    const capability = list.props?.capability ?? null
    const rows = list.files.map((file) => toFileRow(file, capability, shared))
    const head = toFolder(list)
    const token = list.pagination?.next_token
    if (!token) return { rows, head }
    // The first answer tells the effective view; from then on everything is asked for explicitly.
    const size = list.props?.max_page_size ?? at.size
    const shown = list.pagination?.page_size ?? rows.length
    const endsWithFolder = rows.length >= shown && rows.at(-1)?.isFolder === true
    return {
      rows,
      head,
      next: {
        cursor: token,
        size,
        order: at.order ?? list.view?.order,
        direction: at.direction ?? list.view?.order_direction,
        ...(endsWithFolder && rows.length > 1
          ? { border: { cursor: at.cursor, size: rows.length } }
          : {}),
      },
    }
  }
}

const trashUri = rootUri('trash')
export const homeUri = rootUri('my')

export const files = {
  /** A folder's content in the order of its effective view. */
  list: (uri: string) =>
    listOptions(['files', 'list', uri], () =>
      filePages(uri, { size: undefined, order: undefined, direction: undefined }),
    ),
  /** The trash, newest deletion first; named in full because its default order leaks between users elsewhere. */
  trash: () =>
    listOptions(['files', 'trash'], () =>
      filePages(trashUri, { size: 500, order: 'updated_at', direction: 'desc' }),
    ),
  /** The name of what a share link leads to. */
  sharedName: (id: string, password: string | undefined) =>
    queryOptions({
      queryKey: ['files', 'shared-name', id, password ?? ''],
      queryFn: async ({ signal }) => (await getOwnShare(id, password, signal)).name,
      staleTime: Infinity,
      // Without it the path says "link".
      meta: { isInline: true },
    }),
  /** Where the view of a folder comes from. The root cannot be asked: what is not found may be its. */
  viewOrigin: (uri: string) =>
    queryOptions({
      queryKey: ['files', 'info', uri, 'view-origin'],
      queryFn: async ({ signal }): Promise<ViewOrigin> => {
        for (let at: string | null = uri; at !== null; at = parentUri(at)) {
          const name = parseUri(at).segments.at(-1)
          if (name === undefined) break
          const { extended_info: extended } = await getFile(at, { extended: true }, signal)
          if (extended?.view)
            return at === uri ? { from: 'own' } : { from: 'folder', name, uri: at }
        }
        return { from: 'root' }
      },
      // Without it the panel says nothing of it.
      meta: { isInline: true },
    }),
  info: (uri: string) =>
    queryOptions({
      queryKey: ['files', 'info', uri],
      queryFn: ({ signal }) => getFile(uri, { extended: true }, signal),
    }),
}
