import * as v from 'valibot'
import { archivePermissionBit } from '#src/contract/accounts/user.ts'
import { ContentUrls } from '#src/contract/content.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { Capability, hasFlag } from '#src/contract/flags/capability.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { requireCapability, resolveUri } from '#src/server/files/resolve.ts'
import type { UriCache, ResolvedUri } from '#src/server/files/resolve.ts'
import { parseUriList, throwIfFailed } from '#src/server/http/batch.ts'
import { readBody } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError, isoTime } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { pauseIfDue } from '#src/server/http/time-slices.ts'
import type { BatchFailures } from '#src/server/http/time-slices.ts'
import type { Wire } from '#src/server/http/wire.ts'
import { countDownload } from '#src/server/shares/share-access.ts'
import { createShareCapabilityGrant } from '#src/server/shares/share-grants.ts'
import type { ShareCapabilityGrant } from '#src/server/shares/share-grants.ts'
import { archiveUrlLifetimeMs, newestFileKey } from './archive.ts'
import { createSignedUrl } from './signed-url.ts'

/** Milliseconds that the URL of a file is valid. */
const lifetime = 3600_000

const UrlsBody = v.object({
  uris: v.array(v.string()),
  download: v.nullish(v.boolean()),
  redirect: v.nullish(v.boolean()),
  entity: v.nullish(v.string()),
  skip_error: v.nullish(v.boolean()),
  archive: v.nullish(v.boolean()),
})
type UrlsBody = v.InferOutput<typeof UrlsBody>

const nothingThere = () => new HttpError(ErrorCode.contentNotFound, 'Entity does not exist')

/** The requested version, which must be the current one unless the caller owns the file. Throws 40077. */
function entityOf(
  ctx: RequestContext,
  { capability }: ResolvedUri,
  file: FileRow,
  body: UrlsBody,
): string {
  if (file.type !== FileType.file || file.entity_id === null) throw nothingThere()
  const wanted = body.entity || file.entity_id
  if (wanted === file.entity_id) return wanted
  const sql = 'SELECT id FROM entities WHERE id = ? AND file_key = ? AND type = 0'
  const found = ctx.context.db.first(sql, [wanted, file.key], v.object({ id: v.string() }))
  if (!hasFlag(capability, Capability.versions) || !found) throw nothingThere()
  return found.id
}

/**
 * Runs `work`, which must not write, for each URI that the caller may download, and answers other requests in between.
 * Then counts a download for each one through a share. Without `skip_error` one failure undoes all of them (40081).
 */
async function forEachDownload<T>(
  ctx: RequestContext,
  body: UrlsBody,
  uris: readonly ParsedUri[],
  work: (resolved: ResolvedUri, file: FileRow) => T,
): Promise<Map<ParsedUri, T>> {
  const { db } = ctx.context
  const known: UriCache = new Map()
  const done = new Map<ParsedUri, T>()
  const shareIds = new Map<ParsedUri, string>()
  const failures: BatchFailures = new Map()
  const run = (uri: ParsedUri, one: () => void) => {
    try {
      one()
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      done.delete(uri)
      failures.set(formatUri(uri), error)
    }
  }
  for (const uri of uris) {
    if (await pauseIfDue(ctx)) known.clear()
    run(uri, () => {
      const resolved = resolveUri(ctx, uri, known)
      requireCapability(resolved, Capability.download)
      if (!resolved.file) throw nothingThere()
      done.set(uri, work(resolved, resolved.file))
      if (resolved.share) shareIds.set(uri, resolved.share.id)
    })
  }
  db.transaction(() => {
    for (const [uri, id] of shareIds) run(uri, () => countDownload(db, id))
    if (!body.skip_error) throwIfFailed(failures)
  })
  return done
}

/** What a download through a share is granted by, once it has been counted. */
const grantOfDownload = ({ share }: ResolvedUri): ShareCapabilityGrant | undefined =>
  share && createShareCapabilityGrant(share, Capability.download, { isPaid: true })

async function fileUrls(ctx: RequestContext, body: UrlsBody, uris: readonly ParsedUri[]) {
  const expires = ctx.context.now() + lifetime
  const purpose = body.download ? 'download' : 'view'
  const found = await forEachDownload(ctx, body, uris, (resolved, file) =>
    createSignedUrl(ctx, purpose, {
      id: entityOf(ctx, resolved, file, body),
      name: file.name,
      expires,
      grant: grantOfDownload(resolved),
    }),
  )
  return { urls: uris.map((uri) => ({ url: found.get(uri) ?? '' })), expires }
}

/** Items of one folder are in an archive of its name; the root has none. */
function archiveName(items: readonly { name: string; folder: FileRow | undefined }[]): string {
  const [first] = items
  const folders = new Set(items.map(({ folder }) => folder?.key))
  const name = items.length === 1 ? first?.name : folders.size === 1 ? first?.folder?.name : ''
  return `${name || 'archive'}.zip`
}

async function archiveUrl(ctx: RequestContext, body: UrlsBody, uris: readonly ParsedUri[]) {
  const { db, now, archives } = ctx.context
  if (!hasFlag(ctx.user?.permission, archivePermissionBit)) {
    throw new HttpError(ErrorCode.groupNotAllowed, 'Archives are not for this group')
  }
  const found = await forEachDownload(ctx, body, uris, (resolved, file) => ({
    key: file.key,
    name: file.name,
    // Behind a link nothing above its source is in the chain, whose names are not for visitors.
    folder: resolved.chain.at(-2),
    grant: grantOfDownload(resolved),
  }))
  const items = [...found.values()]
  if (items.length === 0) throw nothingThere()
  const byKey = new Map(items.map((item) => [item.key, item]))
  const unique = [...byKey.values()]
  const name = archiveName(unique)
  const expires = now() + archiveUrlLifetimeMs
  const id = archives.add({
    items: unique.map(({ key, grant }) => ({ key, grant })),
    userKey: ctx.user?.key,
    newestKey: newestFileKey(db),
    expires,
  })
  return { urls: [{ url: createSignedUrl(ctx, 'archive', { id, name, expires }) }], expires }
}

/**
 * `POST /file/url` (docs/protocol.md §8.4): signed URLs in the order of the request, valid for an hour, or with
 * `archive` one URL of a ZIP of all items, valid for ten minutes. Failed items (401, 403, 40016, 40077 for a folder or
 * a missing version) are a 40081, or with `skip_error` an empty URL. Throws 40007 and 40074.
 */
async function createUrls(ctx: RequestContext): Promise<Wire<typeof ContentUrls> | Response> {
  const body = await readBody(ctx, UrlsBody)
  const uris = parseUriList(body.uris)
  if (uris.length === 0) return { urls: [], expires: null }
  const { urls, expires } = await (body.archive ? archiveUrl : fileUrls)(ctx, body, uris)
  const [only] = urls
  if (body.redirect && uris.length === 1 && only?.url) {
    return new Response(null, {
      status: 302,
      headers: { location: only.url, 'cache-control': 'private, no-cache' },
    })
  }
  return { urls, expires: isoTime(expires) }
}

export const downloadUrlRoutes: readonly Route[] = [
  ['POST', '/file/url', route(ContentUrls, createUrls)],
]
