import * as v from 'valibot'
import { enumNumber, optional, optionalText, textOrEmpty } from './schema.ts'

/** What holds a lock (docs/protocol.md §7.2). Unknown types are shown neutrally. */
export const LockApplication = v.object({
  type: textOrEmpty,
  viewer_id: optionalText,
  /** WebDAV: the raw owner element; only ever shown as text. */
  inner_xml: optionalText,
})
export type LockApplication = v.InferOutput<typeof LockApplication>

/**
 * One entry of a 40073 (docs/protocol.md §7.4). Only the owner of the file gets a `token`; others may get no `path`
 * either.
 */
export const LockConflict = v.object({
  path: optionalText,
  token: optionalText,
  owner: optional(v.object({ owner: optionalText, application: optional(LockApplication) })),
  type: enumNumber,
})
export type LockConflict = v.InferOutput<typeof LockConflict>
