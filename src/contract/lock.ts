import * as v from 'valibot'
import { kind, maybe, maybeText, text } from './schema.ts'

/** What holds a lock. Types that are not known are shown neutrally. */
export const LockApplication = v.object({
  type: text,
  viewer_id: maybeText,
  /** WebDAV: the raw owner element, to be read as text only. */
  inner_xml: maybeText,
})
export type LockApplication = v.InferOutput<typeof LockApplication>

/** One entry of a 40073 (spec §2.7). Only the file's owner gets a `token`; strangers may get no `path` either. */
export const LockConflict = v.object({
  path: maybeText,
  token: maybeText,
  owner: maybe(v.object({ owner: maybeText, application: maybe(LockApplication) })),
  type: kind,
})
export type LockConflict = v.InferOutput<typeof LockConflict>

/** Types of holders that are operations of the service itself: their locks last as long as a request. */
export const serviceOperations: ReadonlySet<string> = new Set([
  'create',
  'rename',
  'softDelete',
  'delete',
  'moveCopy',
  'updateMetadata',
  'versionControl',
  'setPermission',
  'mount',
  'relocate',
])
