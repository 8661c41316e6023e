import * as v from 'valibot'
import {
  count,
  flag,
  kind,
  list,
  maybe,
  maybeCount,
  maybeFlag,
  maybeText,
  nullableTextMap,
  pageOf,
  someText,
  text,
  unread,
} from './schema.ts'
import { Owner } from './user.ts'

const permission = v.fallback(v.nullable(v.string()), null)

/** Who may do what (spec §2.4): boolsets of `SharePermission`, null where the audience has none of its own. */
export const PermissionSetting = v.object({
  same_group: permission,
  everyone: permission,
  other: permission,
  anonymous: permission,
  group_explicit: nullableTextMap,
  user_explicit: nullableTextMap,
})
export type PermissionSetting = v.InferOutput<typeof PermissionSetting>

/** `source_type` of the public server; other values are shown neutrally. */
export const SourceType = { file: 0, folder: 1 } as const

/** A share link (spec §2.2, and what the public server adds). */
export const Share = v.object({
  id: someText,
  name: text,
  visited: count,
  downloaded: maybeCount,
  /** Downloads left; absent when there is no limit. */
  remain_downloads: maybeCount,
  /** In units that the service does not tell. */
  price: maybeCount,
  expires: maybeText,
  expired: flag,
  unlocked: flag,
  source_type: kind,
  owner: maybe(Owner),
  created_at: text,
  url: text,
  permission_setting: maybe(PermissionSetting),
  is_private: maybeFlag,
  password_protected: maybeFlag,
  password: maybeText,
  share_view: maybeFlag,
  show_readme: maybeFlag,
  size: maybeCount,
  /** The source in its owner's space; of a file share, the folder that holds the file. */
  source_uri: maybeText,
})
export type Share = v.InferOutput<typeof Share>

/** Paging (spec §2.5); a list is at its end when there is no `next_token`. */
export const Pagination = v.object({
  page: count,
  page_size: count,
  is_cursor: maybeFlag,
  next_token: maybeText,
  total_items: maybeCount,
})
export type Pagination = v.InferOutput<typeof Pagination>

/** `data` of `GET /share` (spec §4.2); `shares` is null on the wire when there are none. */
export const ShareList = v.pipe(
  pageOf('shares'),
  v.object({ shares: list(Share), pagination: maybe(Pagination) }),
)
export type ShareList = v.InferOutput<typeof ShareList>

/** The same with its shares as they came: `Shares` reads them, and that can wait until the next page is asked for. */
export const ShareListHead = v.pipe(
  pageOf('shares'),
  v.object({ shares: unread, pagination: maybe(Pagination) }),
)
export const Shares = list(Share)
