import * as v from 'valibot'
import {
  listOf,
  nonEmptyText,
  optional,
  optionalText,
  pageSchema,
  textOrEmpty,
} from '#src/contract/schema.ts'
import { Pagination } from '#src/contract/share.ts'

/** Bits of a drive's `options` (docs/protocol.md §2.5). */
export const WebDavAccountOption = { readOnly: 0, proxy: 1, noSystemFiles: 2 } as const

/** A WebDAV account: a folder that other programs open under a password of its own. */
export const WebDavAccount = v.object({
  id: nonEmptyText,
  created_at: textOrEmpty,
  name: textOrEmpty,
  uri: textOrEmpty,
  password: textOrEmpty,
  /** A boolset of `WebDavAccountOption`. */
  options: optionalText,
})
export type WebDavAccount = v.InferOutput<typeof WebDavAccount>

/** `data` of `GET /devices/dav`. */
export const WebDavAccountPage = pageSchema(
  'accounts',
  v.object({ accounts: listOf(WebDavAccount), pagination: optional(Pagination) }),
)
