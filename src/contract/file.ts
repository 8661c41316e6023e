import * as v from 'valibot'
import {
  count,
  flag,
  list,
  maybe,
  maybeCount,
  maybeFlag,
  maybeList,
  maybeText,
  pageOf,
  someText,
  text,
  textMap,
} from './schema.ts'
import { Pagination, Share } from './share.ts'
import { Owner } from './user.ts'
import { ViewSetting } from './view.ts'

/** `type` of an item. */
export const FileType = { file: 0, folder: 1 } as const

/** Names that the service writes into an item's metadata. */
export const Metadata = {
  /** Address that a deleted item had. */
  restoreUri: 'sys:restore_uri',
  /** When a deleted item is collected, in seconds since 1970. */
  collectTime: 'sys:expected_collect_time',
  uploadSession: 'sys:upload_session_id',
  /** No thumbnail could be made of the content. */
  thumbDisabled: 'thumb:disabled',
} as const

const Entity = v.object({
  id: text,
  size: count,
  /** 0 version, 1 thumbnail, 2 live photo. */
  type: count,
  created_at: text,
  created_by: maybe(Owner),
})

export const StoragePolicy = v.object({
  id: text,
  name: text,
  type: text,
  /** Bytes; 0 is no limit. */
  max_size: count,
  relay: maybeFlag,
  allowed_suffix: maybeList(v.string()),
  denied_suffix: maybeList(v.string()),
})
export type StoragePolicy = v.InferOutput<typeof StoragePolicy>

const ExtendedInfo = v.object({
  storage_used: count,
  shares: maybeList(Share),
  entities: maybeList(Entity),
  /** The item's own stored view, not an inherited one. */
  view: maybe(ViewSetting),
  storage_policy: maybe(StoragePolicy),
})

const FolderSummary = v.object({
  size: count,
  files: count,
  folders: count,
  completed: flag,
  calculated_at: maybeText,
})

/** A file or folder. `path` is its address; `type` is one of `FileType`, a file when unreadable. */
export const File = v.object({
  type: count,
  id: text,
  name: text,
  created_at: text,
  updated_at: text,
  /** Bytes; 0 for folders. */
  size: count,
  metadata: textMap,
  path: maybeText,
  shared: maybeFlag,
  capability: maybeText,
  owned: maybeFlag,
  primary_entity: maybeText,
  extended_info: maybe(ExtendedInfo),
  folder_summary: maybe(FolderSummary),
})
export type File = v.InferOutput<typeof File>

/** What a place can do: its capability and the orders and page size that it takes. */
const NavigatorProps = v.object({
  capability: maybeText,
  max_page_size: maybeCount,
  order_by_options: list(v.string()),
  order_direction_options: list(v.string()),
})
type NavigatorProps = v.InferOutput<typeof NavigatorProps>

/** `data` of `GET /file`. */
export const FileList = v.pipe(
  pageOf('files'),
  v.object({
    files: list(v.object({ ...File.entries, id: someText })),
    parent: maybe(File),
    /** null on the last page of a search. */
    pagination: maybe(Pagination),
    props: maybe(NavigatorProps),
    context_hint: maybeText,
    mixed_type: maybeFlag,
    single_file_view: maybeFlag,
    recursion_limit_reached: maybeFlag,
    storage_policy: maybe(StoragePolicy),
    view: maybe(ViewSetting),
  }),
)
export type FileList = v.InferOutput<typeof FileList>
