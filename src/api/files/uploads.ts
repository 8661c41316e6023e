import { sendAuthenticated } from '#src/api/client.ts'
import { noteWrite, tellOfWrites } from '#src/api/wire/event-stream.ts'
import { fromWireUri, toWireUri } from '#src/api/wire/wire-uri.ts'
import { NoData } from '#src/contract/schema.ts'
import type { S3StorageType, UploadSession as Session } from '#src/contract/upload.ts'
import { UploadSession } from '#src/contract/upload.ts'
import { partTimeoutMs } from './storage.ts'

export type NewUpload = {
  uri: string
  /** Bytes. */
  size: number
  /** ms since 1970. */
  modified: number
  /** '' when unknown. */
  mime: string
  /** Storage policy of the folder, where it tells one. */
  policyId: string | undefined
  /** Whether it becomes a new version of an existing file. */
  isVersion: boolean
}

/**
 * `PUT /file/upload` (docs/protocol.md §8.3): starts an upload and takes its lock. Throws 40004 (name taken), 40007,
 * 40049, 40051, 40052, 40073, 40074 (too many uploads are open).
 */
export async function createUploadSession(upload: NewUpload): Promise<Session> {
  const session = await sendAuthenticated(UploadSession, {
    method: 'PUT',
    path: '/file/upload',
    body: {
      uri: toWireUri(upload.uri),
      size: upload.size,
      ...(upload.modified > 0 ? { last_modified: Math.floor(upload.modified) } : {}),
      ...(upload.mime ? { mime_type: upload.mime } : {}),
      ...(upload.policyId ? { policy_id: upload.policyId } : {}),
      ...(upload.isVersion ? { entity_type: 'version' } : {}),
    },
  })
  return { ...session, uri: fromWireUri(session.uri) }
}

/**
 * `POST /file/upload/:id/:index` (docs/protocol.md §8.3): sends one part; the last one completes the file. Sending a
 * part again is harmless. Throws 40011 (upload not found or expired), 40012, 40013, and 40073 without data when its
 * lock was removed.
 */
export async function uploadPart(
  id: string,
  index: number,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<void> {
  const path = `/file/upload/${encodeURIComponent(id)}/${index}`
  await sendAuthenticated(NoData, {
    method: 'POST',
    path,
    bytes,
    signal,
    timeLimitMs: partTimeoutMs,
  })
}

/**
 * `GET /callback/:type/:id/:secret` (docs/protocol.md §8.3): the storage has the whole file. Completes it and releases its
 * lock. Throws 40011 when it is complete already or there is no such upload, 40055 when the storage has another size.
 */
export async function reportStoredUpload(
  type: S3StorageType,
  id: string,
  secret: string,
  signal: AbortSignal,
): Promise<void> {
  const path = `/callback/${type}/${encodeURIComponent(id)}/${encodeURIComponent(secret)}`
  await sendAuthenticated(NoData, { method: 'GET', path, signal, timeLimitMs: 120_000 })
}

/**
 * `DELETE /file/upload` (docs/protocol.md §8.3): cancels an upload; its lock and placeholder are removed. Throws 40011
 * when there is no such upload.
 */
export async function deleteUploadSession(id: string, uri: string): Promise<void> {
  await sendAuthenticated(NoData, {
    method: 'DELETE',
    path: '/file/upload',
    body: { id, uri: toWireUri(uri) },
  })
}

/** Has other tabs of this browser read their lists again: a file is complete. Of single parts they are not told. */
export function tellTabsOfUploadedFile(): void {
  noteWrite('/file/upload')
  tellOfWrites()
}
