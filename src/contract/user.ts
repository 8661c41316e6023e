import * as v from 'valibot'
import {
  numberOrZero,
  optional,
  optionalNumber,
  optionalBoolean,
  optionalText,
  nonEmptyText,
  textOrEmpty,
} from './schema.ts'

/** Owner inside a share (docs/protocol.md §2.4); everything but the id can be missing. */
export const Owner = v.object({
  id: textOrEmpty,
  email: optionalText,
  nickname: optionalText,
  avatar: optionalText,
  created_at: optionalText,
})
export type Owner = v.InferOutput<typeof Owner>

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
})
export type User = v.InferOutput<typeof User>

/** A pair of tokens; the times are ISO 8601 with offset. */
export const Token = v.object({
  access_token: nonEmptyText,
  refresh_token: nonEmptyText,
  access_expires: v.string(),
  refresh_expires: v.string(),
})
export type Token = v.InferOutput<typeof Token>

export const SignedIn = v.object({ user: User, token: Token })
export type SignedIn = v.InferOutput<typeof SignedIn>

/** Bytes. */
export const Capacity = v.object({ total: numberOrZero, used: numberOrZero })
export type Capacity = v.InferOutput<typeof Capacity>
