import * as v from 'valibot'
import { Capability, hasFlag } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import type { FileUri } from '#src/contract/uri.ts'
import { archiveLifetime } from './archive.ts'
import { eachOf, readUris, refuseFailed } from './batch.ts'
import { readBody } from './call.ts'
import type { Call, Route } from './call.ts'
import { Refusal, isoTime } from './envelope.ts'
import type { FileRow } from './files.ts'
import { requireCapability, resolvePlace } from './resolve.ts'
import type { KnownPlaces, Place } from './resolve.ts'
import { takeDownload } from './share-access.ts'
import { signedAddress } from './signed-address.ts'

/** Milliseconds that an address of one file is good for. */
const lifetime = 3600_000
/** Group permission to have several items packed into one. */
const packing = 4

const Wish = v.object({
  uris: v.array(v.string()),
  download: v.nullish(v.boolean()),
  redirect: v.nullish(v.boolean()),
  entity: v.nullish(v.string()),
  skip_error: v.nullish(v.boolean()),
  archive: v.nullish(v.boolean()),
})
type Wish = v.InferOutput<typeof Wish>

const nothingThere = () => new Refusal(Code.nothingThere, 'Entity does not exist')

/** The content that is wished for: the current one, or an older version, which only its owner may have. */
function entityOf(call: Call, { capability }: Place, file: FileRow, wish: Wish): string {
  if (file.type !== FileType.file || file.entity_id === null) throw nothingThere()
  const wanted = wish.entity || file.entity_id
  if (wanted === file.entity_id) return wanted
  const sql = 'SELECT id FROM entities WHERE id = ? AND file_key = ? AND type = 0'
  const found = call.context.db.first(sql, [wanted, file.key], v.object({ id: v.string() }))
  if (!hasFlag(capability, Capability.versions) || !found) throw nothingThere()
  return found.id
}

/**
 * Does `work` for each address that the caller may download; each through a share uses up one of its downloads. Unless
 * faults are skipped, one of them is enough to undo all of it (40081).
 */
function eachDownload<T>(
  call: Call,
  wish: Wish,
  uris: readonly FileUri[],
  work: (place: Place, file: FileRow) => T,
): Map<FileUri, T> {
  const { db } = call.context
  const known: KnownPlaces = new Map()
  const done = new Map<FileUri, T>()
  db.transaction(() => {
    const failures = eachOf(uris, (uri) => {
      const place = resolvePlace(call, uri, known)
      requireCapability(place, Capability.download)
      if (!place.file) throw nothingThere()
      const result = work(place, place.file)
      if (place.share) takeDownload(db, place.share.id)
      done.set(uri, result)
    })
    if (!wish.skip_error) refuseFailed(failures)
  })
  return done
}

function fileAddresses(call: Call, wish: Wish, uris: readonly FileUri[]) {
  const expires = call.context.now() + lifetime
  const purpose = wish.download ? 'download' : 'view'
  const found = eachDownload(call, wish, uris, (place, file) =>
    signedAddress(call, purpose, {
      id: entityOf(call, place, file, wish),
      name: file.name,
      expires,
    }),
  )
  return { urls: uris.map((uri) => ({ url: found.get(uri) ?? '' })), expires }
}

function archiveAddress(call: Call, wish: Wish, uris: readonly FileUri[]) {
  const { now, archives } = call.context
  if (!hasFlag(call.user?.permission, packing)) {
    throw new Refusal(Code.groupNotAllowed, 'Archives are not for this group')
  }
  const items = [...eachDownload(call, wish, uris, (_place, file) => file).values()]
  const [first] = items
  if (!first) throw nothingThere()
  const keys = new Set(items.map(({ key }) => key))
  const name = keys.size === 1 && first.name !== '' ? `${first.name}.zip` : 'archive.zip'
  const expires = now() + archiveLifetime
  const id = archives.add([...keys], expires)
  return { urls: [{ url: signedAddress(call, 'archive', { id, name, expires }) }], expires }
}

/**
 * `POST /file/url` (contract.md §8): addresses that work without a token, in the order asked for: of contents for an
 * hour, or with `archive` one for ten minutes of all of them packed together. What fails becomes a 40081 and no address
 * at all, or '' with `skip_error`: 401, 403, 40016, 40077 (a folder, no such version). Throws 40007 and 40074.
 */
async function addresses(call: Call): Promise<unknown> {
  const wish = await readBody(call, Wish)
  const uris = readUris(wish.uris)
  if (uris.length === 0) return { urls: [], expires: null }
  const { urls, expires } = (wish.archive ? archiveAddress : fileAddresses)(call, wish, uris)
  const [only] = urls
  if (wish.redirect && uris.length === 1 && only?.url) {
    return new Response(null, {
      status: 302,
      headers: { location: only.url, 'cache-control': 'private, no-cache' },
    })
  }
  return { urls, expires: isoTime(expires) }
}

export const downloadRoutes: readonly Route[] = [['POST', '/file/url', addresses]]
