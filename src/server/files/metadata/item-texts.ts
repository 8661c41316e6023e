import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { type CapacityContext, requireCapacity } from '#src/server/accounts/capacity.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import type { Db } from '#src/server/storage/db.ts'

/** Bytes of the metadata and the view of one item together, as stored. */
const maxBytes = 64 * 1024

const text = v.nullable(v.string())
const LongTextColumns = v.object({ metadata: text, view: text, restore_uri: text })
/** The long texts of an item. A row of it is without them, because a request can hold thousands of rows. */
export type LongTextColumns = v.InferOutput<typeof LongTextColumns>

/** Reads the long texts of an item; all of them are null when it no longer exists. */
export const readLongTextColumns = (db: Db, key: number): LongTextColumns =>
  db.first(
    'SELECT metadata, view, restore_uri FROM files WHERE key = ?',
    [key],
    LongTextColumns,
  ) ?? {
    metadata: null,
    view: null,
    restore_uri: null,
  }

export function parseMetadata(stored: string | null): Record<string, string> {
  const metadata: Record<string, string> = {}
  if (stored === null) return metadata
  for (const [name, value] of Object.entries(JSON.parse(stored) as object)) {
    if (typeof value === 'string') metadata[name] = value
  }
  return metadata
}

/** Metadata as it is stored; null when there is none. */
export const serializeMetadata = (metadata: Readonly<Record<string, string>>): string | null =>
  Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null

export const readMetadata = (db: Db, key: number): Record<string, string> =>
  parseMetadata(readLongTextColumns(db, key).metadata)

/** Stores an item's metadata and its time of change (milliseconds since 1970). */
export function writeMetadata(
  db: Db,
  key: number,
  metadata: Readonly<Record<string, string>>,
  updatedAt: number,
): void {
  db.run('UPDATE files SET metadata = ?, updated_at = ? WHERE key = ?', [
    serializeMetadata(metadata),
    updatedAt,
    key,
  ])
}

/** What is counted of the texts of an item. */
type CountedTexts = Pick<LongTextColumns, 'metadata' | 'view'>

/** Bytes of metadata and view, as stored. */
export const countedTextBytes = ({ metadata, view }: CountedTexts): number =>
  Buffer.byteLength(metadata ?? '') + Buffer.byteLength(view ?? '')

/**
 * The bytes that an item grows by when its texts change from `before`; negative when it shrinks. Throws 40001 when it
 * would have more than 64 kB; an item that has more, from an older build, may only shrink.
 */
export function allowedTextGrowth(
  after: CountedTexts,
  before: CountedTexts = { metadata: null, view: null },
): number {
  const [size, known] = [countedTextBytes(after), countedTextBytes(before)]
  if (size > Math.max(maxBytes, known)) {
    throw new HttpError(ErrorCode.invalidParameters, 'Too much metadata', {
      detail: `metadata and view of an item have at most ${maxBytes} bytes`,
    })
  }
  return size - known
}

/** Throws what {@link allowedTextGrowth} throws, and 40051 when the owner has no capacity for what is added. */
export function requireCapacityForTexts(
  context: CapacityContext,
  owner: UserRow,
  after: CountedTexts,
  before?: CountedTexts,
): void {
  const growth = allowedTextGrowth(after, before)
  if (growth > 0) requireCapacity(context, owner, growth)
}
