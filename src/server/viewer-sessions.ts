import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { Capability, hasFlag } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import type { FileViewer } from '#src/contract/site.ts'
import { readBody, readUri, requireUser } from './call.ts'
import type { Call, Context, Route } from './call.ts'
import { tooLarge } from './content.ts'
import { Refusal } from './envelope.ts'
import type { FileRow } from './files.ts'
import type { LockShare } from './locks.ts'
import { requireCapability, resolvePlace } from './resolve.ts'
import { openShare } from './share-access.ts'
import { shareById } from './shares.ts'
import { viewers } from './site.ts'
import { isFamilyAlive, isSigned, readToken, signText } from './tokens.ts'
import { userById } from './users.ts'
import type { UserRow } from './users.ts'

/** Milliseconds that an editor may work with one session. */
const lifetime = 10 * 3600_000
const purpose = 'viewer'

const Wish = v.object({
  uri: v.pipe(v.string(), v.nonEmpty()),
  viewer_id: v.pipe(v.string(), v.nonEmpty()),
  preferred_action: v.pipe(v.string(), v.nonEmpty()),
  version: v.optional(v.string(), ''),
})

/** What an access token of an editor says: who works with which file, in which application, and how far. */
const Grant = v.object({
  session: v.string(),
  user: v.string(),
  /** The sign-in that it belongs to, and ends with. */
  family: v.string(),
  file: v.string(),
  viewer: v.string(),
  mode: v.picklist(['edit', 'view']),
  /** The share that it was reached through, and a mark of the password that opened it. */
  share: v.optional(v.object({ id: v.string(), mark: v.string() })),
  /** Milliseconds since 1970. */
  expires: v.number(),
})
export type Grant = v.InferOutput<typeof Grant>

function seal({ key }: Context, grant: Grant): string {
  const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
  return `${body}.${signText(key, purpose, body)}`
}

/** Tells one share password from another without saying it. */
const markOf = ({ key }: Context, id: string, password: string | null | undefined): string =>
  signText(key, 'share', `${id}\n${password ?? ''}`)

const refused = (detail: string) =>
  new Refusal(Code.signInRequired, 'Invalid access token', { detail, status: 401 })

/**
 * Reads an editor's access token. Throws 401, as HTTP status too, when it is not good or no longer. Whoever signs out may
 * still unlock what was open.
 */
export function openGrant(
  { context, query }: Call,
  isUnlocking: boolean,
): { grant: Grant; user: UserRow } {
  const { db, key, now } = context
  const [body = '', signature = ''] = (query.get('access_token') ?? '').split('.')
  if (!isSigned(key, purpose, body, signature)) throw refused('the access token is not valid')
  const grant = v.parse(Grant, JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (grant.expires <= now()) throw refused('the access token has run out')
  if (!isUnlocking && !isFamilyAlive(db, grant.family)) throw refused('the sign-in has ended')
  const user = userById(db, grant.user)
  if (user?.status !== 'active') throw refused('no such account')
  return { grant, user }
}

/**
 * How far a grant still goes for a file at `segments` in its owner's space. Throws 404 when it is out of reach, 401 when
 * the share that led to it has another password by now, and what `openShare` throws.
 */
export function reachOf(
  call: Call,
  { share, mode }: Grant,
  file: FileRow,
  segments: readonly string[],
): { canChange: boolean; share: LockShare | undefined } {
  const isEdit = mode === 'edit'
  const gone = () => new Refusal(Code.pathNotFound, 'Path not exist')
  if (!share) {
    if (file.owner_key !== call.user?.key) throw gone()
    return { canChange: isEdit, share: undefined }
  }
  const row = shareById(call, share.id)
  if (markOf(call.context, share.id, row?.password) !== share.mark) {
    throw refused('the share has another password')
  }
  const address = { host: 'share', id: share.id, segments: [] }
  const opened = openShare(call, row?.password ? { ...address, password: row.password } : address)
  if (opened.share.segments.some((segment, index) => segment !== segments[index])) throw gone()
  return {
    canChange: isEdit && hasFlag(opened.capability, Capability.rename),
    share: opened.share,
  }
}

export const viewerById = (id: string): FileViewer | undefined =>
  viewers.find((viewer) => viewer.id === id)

/** The sign-in of the bearer, which `callerOf` has checked. */
function familyOf(call: Call): string {
  const bearer = call.request.headers.get('authorization')?.trim() ?? ''
  return readToken(call.context, bearer.replace(/^bearer\s+/i, ''))?.family ?? ''
}

/**
 * `PUT /file/viewerSession` (contract.md §8): lets an application open one file in the caller's name. It locks nothing;
 * the application does. Whoever may not change the file gets a session to view it. Throws 40001 for an unknown viewer,
 * 40077 when it does not open such files or the version is not the current one, 40049 when the file is too large for it.
 */
async function createSession(call: Call): Promise<unknown> {
  const { context } = call
  const user = requireUser(call)
  const wish = await readBody(call, Wish)
  const viewer = viewerById(wish.viewer_id)
  if (!viewer) throw new Refusal(Code.invalidParameters, 'unknown viewer')
  const place = resolvePlace(call, readUri(wish.uri))
  const { file, share } = place
  if (file?.type !== FileType.file || place.host === 'trash') {
    throw new Refusal(Code.forbidden, 'Not supported action', { detail: 'not a file to be opened' })
  }
  requireCapability(place, Capability.download)
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  const isCurrent = wish.version === '' || wish.version === file.entity_id
  if (!file.name.includes('.') || !viewer.exts.includes(extension) || !isCurrent) {
    throw new Refusal(Code.nothingThere, 'Viewer not available for this file')
  }
  if (viewer.max_size !== undefined && file.size > viewer.max_size) throw tooLarge()
  const expires = context.now() + lifetime
  const session = randomUUID()
  const token = seal(context, {
    session,
    user: user.id,
    family: familyOf(call),
    file: file.id,
    viewer: viewer.id,
    mode:
      wish.preferred_action === 'edit' && hasFlag(place.capability, Capability.rename)
        ? 'edit'
        : 'view',
    ...(share ? { share: { id: share.id, mark: markOf(context, share.id, share.password) } } : {}),
    expires,
  })
  const action = viewer.wopi_actions?.[extension]?.[wish.preferred_action]
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
