import * as v from 'valibot'
import { sendAuthenticated } from '#src/api/client.ts'
import {
  sendRawRequest,
  readTimeLimitMs,
  requireApiPath,
  sendTimeLimitOf,
  type RawResponse,
  type BytesRequest,
} from '#src/api/wire/raw-request.ts'
import { toWireUri } from '#src/api/wire/wire-uri.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import {
  ApiError,
  LockConflictError,
  toApiError,
  TransportError,
  WopiLockError,
} from '#src/contract/errors.ts'
import { LockConflict } from '#src/contract/lock.ts'
import { listOf } from '#src/contract/schema.ts'
import { ViewerSession } from '#src/contract/viewer.ts'

/** A WOPI session of our own editor: the file's WOPI path below the API base, and its access token. */
export type EditorSession = {
  path: string
  accessToken: string
  /** ms since 1970 by the clock of the service. */
  expires: number
}

/**
 * `PUT /file/viewerSession` (docs/protocol.md §8.6) for a WOPI viewer. Throws 40016, 403, 40077 (wrong type of file),
 * 40049 (file too large), and `TransportError` when the service returns no WOPI URL below its own API.
 */
export async function createEditorSession(
  uri: string,
  viewerId: string,
  signal?: AbortSignal,
): Promise<EditorSession> {
  const { session, wopi_src: page = '' } = await sendAuthenticated(ViewerSession, {
    method: 'PUT',
    path: '/file/viewerSession',
    body: { uri: toWireUri(uri), viewer_id: viewerId, preferred_action: 'edit' },
    signal,
  })
  let source = ''
  try {
    source = new URL(page).searchParams.get('WOPISrc') ?? ''
  } catch {}
  return {
    path: requireApiPath(source),
    accessToken: session.access_token,
    expires: session.expires,
  }
}

/** The typed error of a failed response. A 409 is a lock conflict, whatever its body says. */
function wopiError({ status, headers, envelope, correlationId }: RawResponse): Error {
  const error =
    envelope && envelope.code !== ErrorCode.ok ? toApiError(envelope, correlationId) : undefined
  if (status === 409) {
    const report = { code: ErrorCode.lockConflict, message: error?.message ?? '', correlationId }
    const conflicts = error instanceof LockConflictError ? error.conflicts : []
    return new WopiLockError(report, conflicts, headers.get('x-wopi-lock') ?? '')
  }
  if (error) return error
  if (status === 401) return new ApiError({ code: ErrorCode.signInRequired, correlationId })
  if (status === 404) return new ApiError({ code: ErrorCode.pathNotFound, correlationId })
  return new TransportError('http', { status, correlationId })
}

async function sendWopi(
  { path, accessToken }: EditorSession,
  call: Pick<BytesRequest, 'method' | 'headers' | 'bytes' | 'signal' | 'keepalive' | 'timeLimitMs'>,
  below = '',
): Promise<RawResponse> {
  const answer = await sendRawRequest({
    ...call,
    path: path + below,
    query: { access_token: accessToken },
  })
  if (answer.status !== 200) throw wopiError(answer)
  return answer
}

const sendLockOperation = (
  session: EditorSession,
  override: string,
  lock: string,
  keepalive = false,
) =>
  sendWopi(session, {
    method: 'POST',
    headers: { 'x-wopi-override': override, 'x-wopi-lock': lock },
    keepalive,
  })

const versionOf = ({ headers }: RawResponse): string => headers.get('x-wopi-itemversion') ?? ''

/*
 * WOPI operations on the file of a session (docs/protocol.md §8.6); `lock` is the name of our lock. They throw
 * `WopiLockError` (another lock is in its place, or ours is gone), 401 (the session has expired), 40016 (the file is
 * gone), 403, and `TransportError`.
 */

/** LOCK, for 30 minutes; a lock of the same name is refreshed. Resolves to the version of the file. */
export const lockFile = async (session: EditorSession, lock: string): Promise<string> =>
  versionOf(await sendLockOperation(session, 'LOCK', lock))

/** REFRESH_LOCK, for another 30 minutes. */
export const refreshLock = async (session: EditorSession, lock: string): Promise<void> =>
  void (await sendLockOperation(session, 'REFRESH_LOCK', lock))

/**
 * GET_LOCK: who holds the file, without locking it; none when nobody does, or the server does not tell. It does not
 * tell our own lock from that of another tab of ours, so it is asked only while this page holds none.
 */
export async function getFileLocks(session: EditorSession): Promise<readonly LockConflict[]> {
  const { envelope } = await sendLockOperation(session, 'GET_LOCK', '')
  return v.parse(listOf(LockConflict), envelope?.data)
}

/** UNLOCK; completes even when the page is closed. */
export const unlockFile = async (session: EditorSession, lock: string): Promise<void> =>
  void (await sendLockOperation(session, 'UNLOCK', lock, true))

export type VersionedContent = { bytes: Uint8Array<ArrayBuffer>; version: string }

export async function readContents(
  session: EditorSession,
  signal?: AbortSignal,
): Promise<VersionedContent> {
  const answer = await sendWopi(
    session,
    { method: 'GET', signal, timeLimitMs: readTimeLimitMs },
    '/contents',
  )
  return { bytes: answer.bytes, version: versionOf(answer) }
}

/** PutFile under our lock. Resolves to the new version. Also throws 40049 and 40051. */
export const writeContents = async (
  session: EditorSession,
  lock: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> =>
  versionOf(
    await sendWopi(
      session,
      {
        method: 'POST',
        headers: { 'x-wopi-override': 'PUT', 'x-wopi-lock': lock },
        bytes,
        timeLimitMs: sendTimeLimitOf(bytes),
      },
      '/contents',
    ),
  )
