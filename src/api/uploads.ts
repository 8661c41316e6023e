import type { UploadSession as Session } from '#src/contract/upload.ts'
import { UploadSession } from '#src/contract/upload.ts'
import { fromWire, toWire } from './wire-uri.ts'
import { nothing, send } from './client.ts'

export type UploadWish = {
  uri: string
  /** Bytes. */
  size: number
  /** ms since 1970. */
  modified: number
  /** '' when it is not known. */
  mime: string
  policyId: string | undefined
  /** A new version of the file that is there. */
  isVersion: boolean
}

/**
 * `PUT /file/upload`: takes the place and the lock that an upload needs. Throws 40004 (name taken), 40007, 40049, 40051,
 * 40052, 40073.
 */
export async function beginUpload(wish: UploadWish): Promise<Session> {
  const session = await send(UploadSession, {
    method: 'PUT',
    path: '/file/upload',
    body: {
      uri: toWire(wish.uri),
      size: wish.size,
      ...(wish.modified > 0 ? { last_modified: Math.floor(wish.modified) } : {}),
      ...(wish.mime ? { mime_type: wish.mime } : {}),
      ...(wish.policyId ? { policy_id: wish.policyId } : {}),
      ...(wish.isVersion ? { entity_type: 'version' } : {}),
    },
  })
  return { ...session, uri: fromWire(session.uri) }
}

/** Longest that one part may take, in ms: a slow line needs minutes for what a policy may ask for at once. */
const partTimeLimit = 15 * 60_000

/**
 * `POST /file/upload/:id/:index`: one part; with the last one the file is there. Sending one again does no harm. Throws
 * 40011 (no such upload any more), 40012, 40013, and 40073 without data when its lock was taken away.
 */
export async function sendPart(
  id: string,
  index: number,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<void> {
  const path = `/file/upload/${encodeURIComponent(id)}/${index}`
  await send(nothing, { method: 'POST', path, bytes, signal, timeLimit: partTimeLimit })
}

/** `DELETE /file/upload`: the lock and what is there of the file go. Throws 40011 when there is no such upload. */
export async function cancelUpload(id: string, uri: string): Promise<void> {
  await send(nothing, { method: 'DELETE', path: '/file/upload', body: { id, uri: toWire(uri) } })
}
