import * as v from 'valibot'
import {
  listOf,
  numberOrZero,
  optional,
  optionalNumber,
  optionalBoolean,
  optionalListOf,
  optionalText,
  textOrEmpty,
} from '#src/contract/schema.ts'
import { TokenPair } from './token.ts'

/** Bit of the permissions of a group: the service packs archives for its users. */
export const archivePermissionBit = 4
/** Bit of the permissions of a group: its users may have network drives. */
export const networkDrivePermissionBit = 3

const Group = v.object({
  id: textOrEmpty,
  name: textOrEmpty,
  permission: optionalText,
  direct_link_batch_size: optionalNumber,
  /** How long a deleted item stays in the trash, in seconds. */
  trash_retention: optionalNumber,
})

export const User = v.object({
  id: v.string(),
  email: optionalText,
  nickname: textOrEmpty,
  status: optionalText,
  avatar: optionalText,
  created_at: textOrEmpty,
  language: optionalText,
  anonymous: optionalBoolean,
  group: optional(Group),
  disable_view_sync: optionalBoolean,
  preferred_theme: optionalText,
  share_links_in_profile: optionalText,
})
export type User = v.InferOutput<typeof User>

/** `data` of `GET /user/search` (docs/protocol.md §2.4). */
export const Users = listOf(User)

/** `data` of `GET /session/prepare`: the ways in which one can sign in. */
export const SignInMethods = v.object({
  webauthn_enabled: v.boolean(),
  password_enabled: v.boolean(),
})

/** `data` of `DELETE /session/token`. */
export const SignOutResponse = v.literal('')

export const SignInResponse = v.object({ user: User, token: TokenPair })
export type SignInResponse = v.InferOutput<typeof SignInResponse>

/** Bytes. */
export const Capacity = v.object({ total: numberOrZero, used: numberOrZero })
export type Capacity = v.InferOutput<typeof Capacity>

/** What is kept of the contents that newer ones replace in the user's own files (docs/protocol.md §2.4). */
export const UserSetting = v.object({
  version_retention_enabled: optionalBoolean,
  /** Extensions without a dot; without any, files of all names have versions. */
  version_retention_ext: optionalListOf(v.string()),
  /** How many versions of a file are kept, the current one included; 0 means all. */
  version_retention_max: optionalNumber,
  two_fa_enabled: optionalBoolean,
  disable_view_sync: optionalBoolean,
  /** '' (links without a password), 'all_share' or 'hide_share'. */
  share_links_in_profile: optionalText,
})
export type UserSetting = v.InferOutput<typeof UserSetting>

/** The secret of a second factor that is being set up, in base32: `data` of `GET /user/setting/2fa`. */
export const SecondFactorSecret = v.string()

/** One sign-in of the caller, as the embedded service lists them (docs/protocol.md §2.4). */
export const ActiveSignInRecord = v.object({
  id: v.string(),
  created_at: textOrEmpty,
  /** When its tokens were renewed last, at most an hour before its last request. */
  used_at: textOrEmpty,
  /** `User-Agent` of the browser or program. */
  client: textOrEmpty,
  /** Whether it is the sign-in of the token in the request. */
  is_current: v.boolean(),
})
export const ActiveSignInRecords = listOf(ActiveSignInRecord)
export type ActiveSignInRecord = v.InferOutput<typeof ActiveSignInRecord>
