import { decodeBoolset } from './boolset.ts'

/** Whether `text` is a boolset that contains `flag`; null, absent and unreadable ones contain nothing. */
export function hasFlag(text: string | null | undefined, flag: number): boolean {
  return text ? (decodeBoolset(text)?.has(flag) ?? false) : false
}

/** Permissions on an item (bits of `capability`, docs/protocol.md §4.5). */
export const Capability = {
  createFile: 0,
  rename: 1,
  upload: 6,
  download: 7,
  updateMetadata: 8,
  listChildren: 9,
  thumbnail: 10,
  deletePermanently: 14,
  lock: 15,
  softDelete: 16,
  restore: 17,
  share: 18,
  info: 19,
  versions: 20,
  enter: 23,
  changeView: 24,
} as const
