import { type File, FileType, MetadataKey, uploadSessionIdOf } from '#src/contract/file.ts'
import { parentUriAsText } from '#src/contract/uri.ts'
import { parseTime } from '#src/lib/time.ts'

/** A file or folder as lists hold it. */
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
  /** Whether it is being uploaded: then it has no content yet. */
  readonly isUploading: boolean
  /** Encoded permissions; null when they are those of its folder. */
  readonly capability: string | null
  /** Metadata that columns may show; null for none. */
  readonly metadata: Readonly<Record<string, string>> | null
  /**
   * Only an item that leads to a link of somebody else: the URI behind that link, and the id of its owner ('' if
   * unknown).
   */
  readonly shortcut?: {
    readonly uri: string
    readonly owner: string
    /** The URI of the file that the link leads to, once it is known: its name there may be another one. */
    readonly file?: string
    /** Set once it was found that the link no longer works. */
    readonly isDead?: boolean
  }
  /** Deleted items only: the URI that the item had. */
  readonly origin: string | null
  /** Deleted items only: the URI of the folder that the item was in; rows of one list share the string. */
  readonly originFolder: string | null
  /** Deleted items only: when the service deletes it permanently, in ms since 1970. */
  readonly collectedAt: number | null
}

function metadataOf({ metadata }: File): FileRow['metadata'] {
  const shown = Object.entries(metadata).filter(([key]) => !key.startsWith('sys:'))
  return shown.length > 0 ? Object.fromEntries(shown) : null
}

function shortcutOf({ metadata }: File): Pick<FileRow, 'shortcut'> | undefined {
  const uri = metadata[MetadataKey.sharedRedirect]
  return uri ? { shortcut: { uri, owner: metadata[MetadataKey.sharedOwner] ?? '' } } : undefined
}

/** Equal strings, each kept once: 100,000 rows of the trash come from a few hundred folders. */
type SharedStrings = Map<string, string>

function originFolderOf(origin: string | null, shared: SharedStrings | undefined): string | null {
  if (origin === null) return null
  const folder = parentUriAsText(origin)
  const known = shared?.get(folder)
  if (known === undefined) shared?.set(folder, folder)
  return known ?? folder
}

/** The row of a record. A capability equal to that of its folder is dropped. */
export function toFileRow(
  file: File,
  folderCapability: string | null = null,
  shared?: SharedStrings,
): FileRow {
  const collected = Number(file.metadata[MetadataKey.collectTime])
  const origin = file.metadata[MetadataKey.restoreUri] ?? null
  return {
    id: file.id,
    uri: file.path ?? '',
    name: file.name,
    isFolder: file.type === FileType.folder,
    size: file.size,
    createdAt: parseTime(file.created_at) ?? 0,
    updatedAt: parseTime(file.updated_at) ?? 0,
    isShared: file.shared ?? false,
    isUploading: uploadSessionIdOf(file) !== undefined,
    capability:
      file.capability === undefined || file.capability === folderCapability
        ? null
        : file.capability,
    metadata: metadataOf(file),
    ...shortcutOf(file),
    origin,
    originFolder: originFolderOf(origin, shared),
    collectedAt: collected > 0 ? collected * 1000 : null,
  }
}

/** Whether a value is a row, for items whose type is not known: rows of a job, or of its journal. */
export const isFileRow = (value: unknown): value is FileRow =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'uri', 'name', 'isFolder', 'origin', 'metadata'].every((key) => key in value)

/** The rows among items of a job. */
export const fileRowsAmong = (items: readonly unknown[]): FileRow[] => items.filter(isFileRow)
