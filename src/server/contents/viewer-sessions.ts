import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { Capability, hasFlag } from '#src/contract/capability.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import type { FileViewer } from '#src/contract/site.ts'
import { isSigned, signText } from '#src/server/accounts/signatures.ts'
import { isTokenFamilyActive } from '#src/server/accounts/tokens.ts'
import { userById } from '#src/server/accounts/users.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { extensionOf } from '#src/server/files/names.ts'
import { requireCapability, resolveUri } from '#src/server/files/resolve.ts'
import { readBody, readUri, requireUser } from '#src/server/http/call.ts'
import type { Call, Context, Route } from '#src/server/http/call.ts'
import { Refusal } from '#src/server/http/envelope.ts'
import { viewers } from '#src/server/http/site.ts'
import type { LockShare } from '#src/server/locks/locks.ts'
import { countDownload, openShare } from '#src/server/shares/share-access.ts'
import { shareById } from '#src/server/shares/shares.ts'
import { tooLarge } from './put-content.ts'

/** Milliseconds that a viewer session is valid. */
const lifetime = 10 * 3600_000
const purpose = 'viewer'

const SessionBody = v.object({
  uri: v.pipe(v.string(), v.nonEmpty()),
  viewer_id: v.pipe(v.string(), v.nonEmpty()),
  preferred_action: v.pipe(v.string(), v.nonEmpty()),
  version: v.optional(v.string(), ''),
})

/** The claims of a viewer's access token. */
const ViewerGrant = v.object({
  session: v.string(),
  user: v.string(),
  /** The sign-in (token family) that it was created in and ends with. */
  family: v.string(),
  file: v.string(),
  viewer: v.string(),
  mode: v.picklist(['edit', 'view']),
  /** The share that the file was reached through, and a fingerprint of its password. */
  share: v.optional(v.object({ id: v.string(), mark: v.string() })),
  /** Milliseconds since 1970. */
  expires: v.number(),
})
export type ViewerGrant = v.InferOutput<typeof ViewerGrant>

function signGrant({ key }: Context, grant: ViewerGrant): string {
  const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
  return `${body}.${signText(key, purpose, body)}`
}

/** A keyed hash of a share's password, by which a changed password is noticed. */
const passwordFingerprint = (
  { key }: Context,
  id: string,
  password: string | null | undefined,
): string => signText(key, 'share', `${id}\n${password ?? ''}`)

const refused = (detail: string) =>
  new Refusal(ErrorCode.signInRequired, 'Invalid access token', { detail, status: 401 })

/**
 * Verifies a viewer's access token. Throws 401, also as the HTTP status, for an invalid or expired token and after the
 * sign-in ended, except for unlocking: an editor releases its lock when it is closed by a sign-out.
 */
export function verifyGrant(
  { context, query }: Call,
  isUnlocking: boolean,
): { grant: ViewerGrant; user: UserRow } {
  const { db, key, now } = context
  const [body = '', signature = ''] = (query.get('access_token') ?? '').split('.')
  if (!isSigned(key, purpose, body, signature)) throw refused('the access token is not valid')
  const grant = v.parse(ViewerGrant, JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (grant.expires <= now()) throw refused('the access token has run out')
  if (!isUnlocking && !isTokenFamilyActive(db, grant.family)) throw refused('the sign-in has ended')
  const user = userById(db, grant.user)
  if (user?.status !== 'active') throw refused('no such account')
  return { grant, user }
}

/**
 * Checks what a grant still allows for a file at `segments` in its owner's space. Throws 404 when the file is no longer
 * inside the share, 401 when the password of the share has changed, and what `openShare` throws.
 */
export function checkGrantAccess(
  call: Call,
  { share, mode }: ViewerGrant,
  file: FileRow,
  segments: readonly string[],
): { canChange: boolean; share: LockShare | undefined } {
  const isEdit = mode === 'edit'
  const gone = () => new Refusal(ErrorCode.pathNotFound, 'Path not exist')
  if (!share) {
    if (file.owner_key !== call.user?.key) throw gone()
    return { canChange: isEdit, share: undefined }
  }
  const row = shareById(call, share.id)
  if (passwordFingerprint(call.context, share.id, row?.password) !== share.mark) {
    throw refused('the share has another password')
  }
  const address = { host: 'share', id: share.id, segments: [] }
  const uri = row?.password ? { ...address, password: row.password } : address
  // The session has counted as a download: it may have been the last one.
  const opened = openShare(call, uri, { ignoresDownloads: true })
  if (opened.share.segments.some((segment, index) => segment !== segments[index])) throw gone()
  return {
    canChange: isEdit && hasFlag(opened.capability, Capability.rename),
    share: opened.share,
  }
}

/** The viewer application with this id, if any. */
export const viewerById = (id: string): FileViewer | undefined =>
  viewers.find((viewer) => viewer.id === id)

/**
 * `PUT /file/viewerSession` (docs/protocol.md §8.6): lets an application open one file in the caller's name. It takes
 * no lock; the application does. Callers without permission to change the file get a session in view mode. Throws 40001
 * for an unknown viewer, 40077 when it does not open such files or the version is not the current one, 40049 when the
 * file is too large for it.
 */
async function createSession(call: Call): Promise<unknown> {
  const { context } = call
  const user = requireUser(call)
  const body = await readBody(call, SessionBody)
  const viewer = viewerById(body.viewer_id)
  if (!viewer) throw new Refusal(ErrorCode.invalidParameters, 'unknown viewer')
  const resolved = resolveUri(call, readUri(body.uri))
  const { file, share } = resolved
  if (file?.type !== FileType.file || resolved.host === 'trash') {
    throw new Refusal(ErrorCode.forbidden, 'Not supported action', {
      detail: 'not a file to be opened',
    })
  }
  requireCapability(resolved, Capability.download)
  const extension = extensionOf(file.name)
  const isCurrent = body.version === '' || body.version === file.entity_id
  if (!viewer.exts.includes(extension) || !isCurrent) {
    throw new Refusal(ErrorCode.contentNotFound, 'Viewer not available for this file')
  }
  if (viewer.max_size !== undefined && file.size > viewer.max_size) throw tooLarge()
  // Its contents can be read with the session from now on, as with a URL.
  if (share) countDownload(context.db, share.id)
  const expires = context.now() + lifetime
  const session = randomUUID()
  const token = signGrant(context, {
    session,
    user: user.id,
    family: call.family,
    file: file.id,
    viewer: viewer.id,
    mode:
      body.preferred_action === 'edit' && hasFlag(resolved.capability, Capability.rename)
        ? 'edit'
        : 'view',
    ...(share
      ? { share: { id: share.id, mark: passwordFingerprint(context, share.id, share.password) } }
      : {}),
    expires,
  })
  const action = viewer.wopi_actions?.[extension]?.[body.preferred_action]
  const origin = context.siteUrl(call.request)
  const source = `${origin}/api/v4/file/wopi/${file.id}`
  return {
    session: { id: session, access_token: token, expires },
    ...(typeof action === 'string'
      ? { wopi_src: `${origin}${action}?WOPISrc=${encodeURIComponent(source)}` }
      : {}),
  }
}

export const viewerSessionRoutes: readonly Route[] = [['PUT', '/file/viewerSession', createSession]]
