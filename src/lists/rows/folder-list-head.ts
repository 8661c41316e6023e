import type { FileListPage, StoragePolicy } from '#src/contract/file.ts'
import { parseUri } from '#src/contract/uri.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { type FileRow, toFileRow } from './file-row.ts'

/** What the first page of a folder's list says about the folder. */
export type FolderListHead = {
  /** The view in force, its own or inherited; null when the service stores none. */
  readonly view: ViewSetting | null
  readonly capability: string | null
  /** Whether the folder belongs to the caller; null where the service does not say. */
  readonly isOwned: boolean | null
  /** The most rows that one request may ask for. */
  readonly maxPageSize: number | null
  /** The folder itself; its name is '' for the root of the caller's files. */
  readonly self: FileRow | null
  /** Where its files are stored, if the service says so. */
  readonly storage: StoragePolicy | null
}

/** Whether the caller may save the view of a folder: only its owner may, and a shared folder may be the caller's own. */
export function maySaveView(uri: string, folder: FolderListHead | undefined): boolean {
  return parseUri(uri).host !== 'share' || folder?.isOwned === true
}

export function toFolderListHead(list: FileListPage): FolderListHead {
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
