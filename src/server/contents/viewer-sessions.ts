import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { Capability, hasFlag } from '#src/contract/flags/capability.ts'
import type { FileViewer } from '#src/contract/site.ts'
import { ViewerSession } from '#src/contract/viewer.ts'
import { isValidSignature, signText } from '#src/server/accounts/signatures.ts'
import { isTokenFamilyActive } from '#src/server/accounts/tokens.ts'
import { userById } from '#src/server/accounts/users.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { extensionOf } from '#src/server/files/names.ts'
import { requireCapability, resolveUri } from '#src/server/files/resolve.ts'
import { readBody, parseRequestUri, requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext, ServiceContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { viewers } from '#src/server/http/site.ts'
import type { Wire } from '#src/server/http/wire.ts'
import { countDownload } from '#src/server/shares/share-access.ts'
import type { ResolvedShare } from '#src/server/shares/share-access.ts'
import { createShareCapabilityGrant, requireShareGrant } from '#src/server/shares/share-grants.ts'
import { contentTooLargeError } from './put-content.ts'

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
  /** What it was granted by when the file was reached through a share, '' for an own file. */
  grant: v.string(),
  /** Milliseconds since 1970. */
  expires: v.number(),
})
export type ViewerGrant = v.InferOutput<typeof ViewerGrant>

function signGrant({ key }: ServiceContext, grant: ViewerGrant): string {
  const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
  return `${body}.${signText(key, purpose, body)}`
}

const refused = (detail: string) =>
  new HttpError(ErrorCode.signInRequired, 'Invalid access token', { detail, status: 401 })

/**
 * Verifies a viewer's access token. Throws 401, also as the HTTP status, for an invalid or expired token and after the
 * sign-in ended, except for unlocking: an editor releases its lock when it is closed by a sign-out.
 */
export function verifyViewerToken(
  { context, query }: RequestContext,
  isUnlocking: boolean,
): { grant: ViewerGrant; user: UserRow } {
  const { db, key, now } = context
  const [body = '', signature = ''] = (query.get('access_token') ?? '').split('.')
  if (!isValidSignature(key, purpose, body, signature))
    throw refused('the access token is not valid')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown
  // One of an older build, which did not say what it was granted by.
  if (!v.is(ViewerGrant, claims)) throw refused('the access token is not valid any more')
  const grant = claims
  if (grant.expires <= now()) throw refused('the access token has run out')
  if (!isUnlocking && !isTokenFamilyActive(context, grant.family))
    throw refused('the sign-in has ended')
  const user = userById(db, grant.user)
  if (user?.status !== 'active') throw refused('no such account')
  return { grant, user }
}

/**
 * Checks what a viewer may still do with a file. Throws 401 when rights were taken away or the password of the share has
 * changed, and what {@link requireShareGrant} throws. The session has counted as a download, which may have been the last.
 */
export function requireViewerAccess(
  { db, now }: ServiceContext,
  { grant, mode }: ViewerGrant,
  user: UserRow,
  file: FileRow,
): { canChange: boolean; share: ResolvedShare | undefined } {
  const isEdit = mode === 'edit'
  if (grant === '') {
    if (file.owner_key === user.key) return { canChange: isEdit, share: undefined }
    throw new HttpError(ErrorCode.pathNotFound, 'Path not exist')
  }
  const use = { grant, user, item: file, now: now() }
  const opened = requireShareGrant(db, use, () => refused('the rights of the share have changed'))
  return {
    canChange: isEdit && hasFlag(opened.capability, Capability.updateMetadata),
    share: opened.share,
  }
}

export const viewerById = (id: string): FileViewer | undefined =>
  viewers.find((viewer) => viewer.id === id)

/**
 * `PUT /file/viewerSession` (docs/protocol.md §8.6): lets an application open one file in the caller's name. It takes
 * no lock; the application does. Callers without permission to change the file get a session in view mode. Throws 40001
 * for an unknown viewer, 40077 when it does not open such files or the version is not the current one, 40049 when the
 * file is too large for it.
 */
async function createSession(ctx: RequestContext): Promise<Wire<typeof ViewerSession>> {
  const { context } = ctx
  const user = requireUser(ctx)
  const body = await readBody(ctx, SessionBody)
  const viewer = viewerById(body.viewer_id)
  if (!viewer) throw new HttpError(ErrorCode.invalidParameters, 'unknown viewer')
  const resolved = resolveUri(ctx, parseRequestUri(body.uri))
  const { file, share } = resolved
  if (file?.type !== FileType.file || file.is_shortcut || resolved.host === 'trash') {
    throw new HttpError(ErrorCode.forbidden, 'Not supported action', {
      detail: 'not a file to be opened',
    })
  }
  requireCapability(resolved, Capability.download)
  const extension = extensionOf(file.name)
  const isCurrent = body.version === '' || body.version === file.entity_id
  if (!viewer.exts.includes(extension) || !isCurrent) {
    throw new HttpError(ErrorCode.contentNotFound, 'Viewer not available for this file')
  }
  if (viewer.max_size !== undefined && file.size > viewer.max_size) throw contentTooLargeError()
  // Its contents can be read with the session from now on, as with a URL.
  if (share) countDownload(context.db, share.id)
  const expires = context.now() + lifetime
  const session = randomUUID()
  const token = signGrant(context, {
    session,
    user: user.id,
    family: ctx.family,
    file: file.id,
    viewer: viewer.id,
    mode:
      body.preferred_action === 'edit' && hasFlag(resolved.capability, Capability.updateMetadata)
        ? 'edit'
        : 'view',
    grant: share ? createShareCapabilityGrant(share, Capability.download, { isPaid: true }) : '',
    expires,
  })
  const action = viewer.wopi_actions?.[extension]?.[body.preferred_action]
  const origin = context.siteUrl(ctx.request)
  const source = `${origin}/api/v4/file/wopi/${file.id}`
  return {
    session: { id: session, access_token: token, expires },
    ...(typeof action === 'string'
      ? { wopi_src: `${origin}${action}?WOPISrc=${encodeURIComponent(source)}` }
      : {}),
  }
}

export const viewerSessionRoutes: readonly Route[] = [
  ['PUT', '/file/viewerSession', route(ViewerSession, createSession)],
]
