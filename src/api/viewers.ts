import { Code } from '#src/contract/codes.ts'
import {
  ApiError,
  LockConflictError,
  toApiError,
  TransportError,
  WopiLockError,
} from '#src/contract/errors.ts'
import { ViewerSession } from '#src/contract/viewer.ts'
import { toWire } from './wire-uri.ts'
import { send } from './client.ts'
import { exchangeRaw, pathBelowApi, type RawAnswer, type RawCall } from './raw.ts'

/** What our own editor works with: the file's WOPI path below the API base, and the key to it. */
export type EditorSession = {
  path: string
  accessToken: string
  /** ms since 1970 on the service's clock. */
  expires: number
}

/**
 * `PUT /file/viewerSession` for a viewer that works through WOPI. Throws 40016, 403, 40077 (not for such files), 40049 (too
 * large for it), and `TransportError` when the service names no WOPI address under its own API.
 */
export async function createEditorSession(
  uri: string,
  viewerId: string,
  signal?: AbortSignal,
): Promise<EditorSession> {
  const { session, wopi_src: page = '' } = await send(ViewerSession, {
    method: 'PUT',
    path: '/file/viewerSession',
    body: { uri: toWire(uri), viewer_id: viewerId, preferred_action: 'edit' },
    signal,
  })
  let source = ''
  try {
    source = new URL(page).searchParams.get('WOPISrc') ?? ''
  } catch {
    // Refused below.
  }
  return { path: pathBelowApi(source), accessToken: session.access_token, expires: session.expires }
}

/** The typed error for an answer that is none of success. A 409 is about locks, whatever its body says. */
function refusal({ status, headers, envelope, correlationId }: RawAnswer): Error {
  const error =
    envelope && envelope.code !== Code.ok ? toApiError(envelope, correlationId) : undefined
  if (status === 409) {
    const report = { code: Code.lockConflict, message: error?.message ?? '', correlationId }
    const conflicts = error instanceof LockConflictError ? error.conflicts : []
    return new WopiLockError(report, conflicts, headers.get('x-wopi-lock') ?? '')
  }
  if (error) return error
  if (status === 401) return new ApiError({ code: Code.signInRequired, correlationId })
  if (status === 404) return new ApiError({ code: Code.pathNotFound, correlationId })
  return new TransportError('http', { status, correlationId })
}

async function wopi(
  { path, accessToken }: EditorSession,
  call: Pick<RawCall, 'method' | 'headers' | 'bytes' | 'signal' | 'keepalive'>,
  below = '',
): Promise<RawAnswer> {
  const answer = await exchangeRaw({
    ...call,
    path: path + below,
    query: { access_token: accessToken },
  })
  if (answer.status !== 200) throw refusal(answer)
  return answer
}

const change = (session: EditorSession, override: string, lock: string, keepalive = false) =>
  wopi(session, {
    method: 'POST',
    headers: { 'x-wopi-override': override, 'x-wopi-lock': lock },
    keepalive,
  })

const versionOf = ({ headers }: RawAnswer): string => headers.get('x-wopi-itemversion') ?? ''

/*
 * WOPI operations on the file of a session; `lock` is what we call our lock. They throw `WopiLockError` (another lock, or
 * ours is gone), 401 (the session is over), 40016 (the file is gone), 403, and `TransportError`.
 */

/** LOCK, for 30 minutes; with the name that holds it already, a refresh. Resolves to the version of the file. */
export const lockFile = async (session: EditorSession, lock: string): Promise<string> =>
  versionOf(await change(session, 'LOCK', lock))

/** REFRESH_LOCK, for another 30 minutes. */
export const refreshLock = async (session: EditorSession, lock: string): Promise<void> =>
  void (await change(session, 'REFRESH_LOCK', lock))

/** UNLOCK; goes on when the page is left. */
export const unlockFile = async (session: EditorSession, lock: string): Promise<void> =>
  void (await change(session, 'UNLOCK', lock, true))

export type Content = { bytes: Uint8Array<ArrayBuffer>; version: string }

/** GetFile. */
export async function readContents(session: EditorSession, signal?: AbortSignal): Promise<Content> {
  const answer = await wopi(session, { method: 'GET', signal }, '/contents')
  return { bytes: answer.bytes, version: versionOf(answer) }
}

/** PutFile under our lock. Resolves to the new version; 40049 and 40051 too. */
export const writeContents = async (
  session: EditorSession,
  lock: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> =>
  versionOf(
    await wopi(
      session,
      { method: 'POST', headers: { 'x-wopi-override': 'PUT', 'x-wopi-lock': lock }, bytes },
      '/contents',
    ),
  )
