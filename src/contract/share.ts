import * as v from 'valibot'
import { Owner } from './accounts/owner.ts'
import {
  numberOrZero,
  booleanOrFalse,
  enumNumber,
  listOf,
  optional,
  optionalNumber,
  optionalBoolean,
  optionalText,
  nullableTextMap,
  pageSchema,
  nonEmptyText,
  textOrEmpty,
  unparsedList,
} from './schema.ts'

const permission = v.fallback(v.nullable(v.string()), null)

/**
 * Permissions per audience (docs/protocol.md §5.6): boolsets of `SharePermission`; null where the audience has none of
 * its own.
 */
export const PermissionSetting = v.object({
  same_group: permission,
  everyone: permission,
  other: permission,
  anonymous: permission,
  group_explicit: nullableTextMap,
  user_explicit: nullableTextMap,
})
export type PermissionSetting = v.InferOutput<typeof PermissionSetting>

/** A setting in which no audience has permissions of its own. */
export const noPermissions: PermissionSetting = {
  same_group: null,
  everyone: null,
  other: null,
  anonymous: null,
  group_explicit: {},
  user_explicit: {},
}

/** `source_type`; other values are shown neutrally. */
export const ShareSourceType = { file: 0, folder: 1 } as const

/** A share link (docs/protocol.md §5.2). */
export const Share = v.object({
  id: nonEmptyText,
  name: textOrEmpty,
  visited: numberOrZero,
  downloaded: optionalNumber,
  /** Downloads left; absent when there is no limit. */
  remain_downloads: optionalNumber,
  /** The protocol does not define its unit. */
  price: optionalNumber,
  expires: optionalText,
  expired: booleanOrFalse,
  unlocked: booleanOrFalse,
  source_type: enumNumber,
  owner: optional(Owner),
  created_at: textOrEmpty,
  url: textOrEmpty,
  permission_setting: optional(PermissionSetting),
  is_private: optionalBoolean,
  password_protected: optionalBoolean,
  password: optionalText,
  share_view: optionalBoolean,
  show_readme: optionalBoolean,
  size: optionalNumber,
  /** URI of the shared folder in its owner's space; for a shared file, URI of the folder that contains it. */
  source_uri: optionalText,
})
export type Share = v.InferOutput<typeof Share>

/** `data` of creating and editing a link: its URL. */
export const ShareUrl = v.string()

/** Pagination (docs/protocol.md §4.4); a list ends when there is no `next_token`. */
export const Pagination = v.object({
  page: numberOrZero,
  page_size: numberOrZero,
  is_cursor: optionalBoolean,
  next_token: optionalText,
  total_items: optionalNumber,
})
export type Pagination = v.InferOutput<typeof Pagination>

/** `data` of `GET /share` (docs/protocol.md §5.1); the public server sends `shares: null` when there are none. */
export const ShareListPage = pageSchema(
  'shares',
  v.object({ shares: listOf(Share), pagination: optional(Pagination) }),
)
export type ShareListPage = v.InferOutput<typeof ShareListPage>

/**
 * Like `ShareListPage` with unparsed shares: parsing them with `Shares` can wait until the next page has been requested.
 */
export const UnparsedShareListPage = pageSchema(
  'shares',
  v.object({ shares: unparsedList, pagination: optional(Pagination) }),
)
export const Shares = listOf(Share)
