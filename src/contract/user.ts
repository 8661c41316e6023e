import * as v from 'valibot'
import { count, maybe, maybeCount, maybeFlag, maybeText, someText, text } from './schema.ts'

/** Owner inside a share record (spec §2.3); everything but the id may be missing. */
export const Owner = v.object({
  id: text,
  email: maybeText,
  nickname: maybeText,
  avatar: maybeText,
  created_at: maybeText,
})
export type Owner = v.InferOutput<typeof Owner>

const Group = v.object({
  id: text,
  name: text,
  permission: maybeText,
  direct_link_batch_size: maybeCount,
  /** Seconds that a deleted item stays in the trash. */
  trash_retention: maybeCount,
})

export const User = v.object({
  id: v.string(),
  email: maybeText,
  nickname: text,
  status: maybeText,
  avatar: maybeText,
  created_at: text,
  language: maybeText,
  anonymous: maybeFlag,
  group: maybe(Group),
  disable_view_sync: maybeFlag,
})
export type User = v.InferOutput<typeof User>

/** A pair of tokens; the times are ISO 8601 with offset. */
export const Token = v.object({
  access_token: someText,
  refresh_token: someText,
  access_expires: v.string(),
  refresh_expires: v.string(),
})
export type Token = v.InferOutput<typeof Token>

export const SignedIn = v.object({ user: User, token: Token })
export type SignedIn = v.InferOutput<typeof SignedIn>

/** Bytes. */
export const Capacity = v.object({ total: count, used: count })
export type Capacity = v.InferOutput<typeof Capacity>
