import * as v from 'valibot'
import {
  numberOrZero,
  optional,
  optionalNumber,
  optionalBoolean,
  optionalText,
  textOrEmpty,
} from './schema.ts'
import { Token } from './token.ts'

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

export const SignedIn = v.object({ user: User, token: Token })
export type SignedIn = v.InferOutput<typeof SignedIn>

/** Bytes. */
export const Capacity = v.object({ total: numberOrZero, used: numberOrZero })
export type Capacity = v.InferOutput<typeof Capacity>
