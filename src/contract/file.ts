import * as v from 'valibot'
import { Owner } from './accounts/owner.ts'
import {
  numberOrZero,
  booleanOrFalse,
  listOf,
  optional,
  optionalNumber,
  optionalBoolean,
  optionalListOf,
  optionalText,
  pageSchema,
  nonEmptyText,
  textOrEmpty,
  textMap,
} from './schema.ts'
import { Pagination, Share } from './share.ts'
import { ViewSetting } from './views/view.ts'

export const FileType = { file: 0, folder: 1 } as const

/** Metadata keys that the service writes (docs/protocol.md §4.8, §8.3). */
export const MetadataKey = {
  /** URI that a deleted item had. */
  restoreUri: 'sys:restore_uri',
  /** When a deleted item is deleted permanently, in seconds since 1970. */
  collectTime: 'sys:expected_collect_time',
  uploadSession: 'sys:upload_session_id',
  /** Shortcuts only: the URI of the share that it leads to (docs/protocol.md §4.9). */
  sharedRedirect: 'sys:shared_redirect',
  /** Shortcuts only: the id of the user who shares it. */
  sharedOwner: 'sys:shared_owner',
  /** Set when no thumbnail can be made of the content. */
  thumbDisabled: 'thumb:disabled',
} as const

/** A content of a file: a version, or a thumbnail (docs/protocol.md §8.7). */
const StoredContent = v.object({
  id: textOrEmpty,
  size: numberOrZero,
  /** 0 version, 1 thumbnail, 2 live photo. */
  type: numberOrZero,
  created_at: textOrEmpty,
  created_by: optional(Owner),
})

export type StoredContent = v.InferOutput<typeof StoredContent>

export const StoragePolicy = v.object({
  id: textOrEmpty,
  name: textOrEmpty,
  type: textOrEmpty,
  /** Bytes; 0 means no limit. */
  max_size: numberOrZero,
  relay: optionalBoolean,
  allowed_suffix: optionalListOf(v.string()),
  denied_suffix: optionalListOf(v.string()),
})
export type StoragePolicy = v.InferOutput<typeof StoragePolicy>

/** An address under which anybody reads the contents of a file (docs/protocol.md §8.8). */
const DirectLink = v.object({
  id: textOrEmpty,
  url: textOrEmpty,
  downloaded: numberOrZero,
  created_at: textOrEmpty,
})
export type DirectLink = v.InferOutput<typeof DirectLink>

/** `data` of `PUT /file/source`. */
export const DirectLinksResponse = listOf(v.object({ link: textOrEmpty, file_url: textOrEmpty }))

const ExtendedInfo = v.object({
  storage_used: numberOrZero,
  shares: optionalListOf(Share),
  entities: optionalListOf(StoredContent),
  /** The item's own stored view, not an inherited one. */
  view: optional(ViewSetting),
  storage_policy: optional(StoragePolicy),
  /** The service tells them to the owner only; services without them leave them out. */
  direct_links: optionalListOf(DirectLink),
})

const FolderSummary = v.object({
  size: numberOrZero,
  files: numberOrZero,
  folders: numberOrZero,
  completed: booleanOrFalse,
  calculated_at: optionalText,
})

/** A file or folder (docs/protocol.md §4.3). `path` is its URI; `type` is one of `FileType`, `file` when unreadable. */
export const File = v.object({
  type: numberOrZero,
  id: textOrEmpty,
  name: textOrEmpty,
  created_at: textOrEmpty,
  updated_at: textOrEmpty,
  /** Bytes; 0 for folders. */
  size: numberOrZero,
  metadata: textMap,
  path: optionalText,
  shared: optionalBoolean,
  capability: optionalText,
  owned: optionalBoolean,
  primary_entity: optionalText,
  extended_info: optional(ExtendedInfo),
  folder_summary: optional(FolderSummary),
})
export type File = v.InferOutput<typeof File>

/**
 * The upload session whose place an item without content keeps, '' when its id is not told; undefined for all other
 * items.
 */
export const uploadSessionIdOf = ({ metadata, size }: File): string | undefined =>
  size === 0 ? metadata[MetadataKey.uploadSession] : undefined

/** What a folder supports: its capability, sort orders and largest page size. */
const NavigatorProps = v.object({
  capability: optionalText,
  max_page_size: optionalNumber,
  order_by_options: listOf(v.string()),
  order_direction_options: listOf(v.string()),
})
type NavigatorProps = v.InferOutput<typeof NavigatorProps>

/** `data` of `GET /file`. */
export const FileListPage = pageSchema(
  'files',
  v.object({
    files: listOf(v.object({ ...File.entries, id: nonEmptyText })),
    parent: optional(File),
    /** null on the last page of a search. */
    pagination: optional(Pagination),
    props: optional(NavigatorProps),
    context_hint: optionalText,
    mixed_type: optionalBoolean,
    single_file_view: optionalBoolean,
    recursion_limit_reached: optionalBoolean,
    storage_policy: optional(StoragePolicy),
    view: optional(ViewSetting),
  }),
)
export type FileListPage = v.InferOutput<typeof FileListPage>
