import { makeZip } from 'client-zip'
import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import {
  clampToZipDate,
  reserveSafeArchiveName,
  type NextNumberByTakenName,
} from '#src/lib/names/archive-names.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { fileByKey, uriAndAncestorsOf } from '#src/server/files/files.ts'
import { type FileSliceSql, sliceSize, childSlices } from '#src/server/files/listing/slices.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { createAbortablePause } from '#src/server/http/time-slices.ts'
import { requireShareGrant } from '#src/server/shares/share-grants.ts'
import type { ContentStore } from '#src/server/storage/content-store.ts'
import type { Db } from '#src/server/storage/db.ts'
import type { RegisteredArchive, ItemWithGrant } from './archive-registry.ts'
import { contentHeaders, verifySignedUrl } from './signed-url.ts'

/** Milliseconds that the URL of an archive is valid. */
export const archiveUrlLifetimeMs = 600_000
/** Maximum number of files and folders in one archive. */
const maxEntries = 100_000
/** Archives in progress that were asked for in one sign-in. */
const maxAtOnce = 4

const Row = v.object({
  key: v.number(),
  parent_key: v.nullable(v.number()),
  type: v.number(),
  name: v.string(),
  entity_id: v.nullable(v.string()),
  updated_at: v.number(),
})
type Row = v.InferOutput<typeof Row>

/** One entry of an archive; `content` is null for a folder. */
type Entry = {
  readonly name: string
  readonly lastModified: Date
  readonly content: { readonly id: string; readonly size: number } | null
  /** The file, with the grant of the item that it is below. */
  readonly item: ItemWithGrant
}

/** The newest of all items. */
export const newestFileKey = (db: Db): number =>
  db.first('SELECT ifnull(max(key), 0) AS key FROM files', [], v.object({ key: v.number() }))
    ?.key ?? 0

/** Throws unless an item may be in an archive now: 40077 in the trash or gone, and what {@link requireShareGrant} throws. */
function requireReadable(
  ctx: RequestContext,
  { key, grant }: ItemWithGrant,
  user: UserRow | null,
): void {
  const { db, now } = ctx.context
  if (grant !== undefined) {
    requireShareGrant(db, { grant, user, item: { key }, now: now() })
    return
  }
  const file = fileByKey(db, key)
  if (file && file.owner_key === user?.key && uriAndAncestorsOf(db, file).uri.host === 'my') return
  throw new HttpError(ErrorCode.contentNotFound, 'Entity does not exist')
}

/**
 * What is in an archive, by key: the items and what is below them when it is read, without items that have been created
 * since its address was made, and without files that have no content: shortcuts and unfinished uploads. Throws 40079 for
 * more than 100,000.
 */
async function itemsOf(
  { context: { db } }: RequestContext,
  { items, newestKey: newest }: RegisteredArchive,
  pause: () => Promise<void>,
): Promise<Map<number, Row>> {
  const keys = items.map(({ key }) => key)
  const found = new Map<number, Row>()
  const folders: number[] = []
  const add = async ({ from, where, params }: FileSliceSql) => {
    const rows = db.query(
      `SELECT f.key, f.parent_key, f.type, f.name, f.entity_id, f.updated_at FROM ${from} WHERE ${where}
         AND f.key <= ? AND (f.type = ${FileType.folder} OR f.entity_id IS NOT NULL)`,
      [...params, newest],
      Row,
    )
    for (const row of rows) {
      if (found.has(row.key)) continue
      found.set(row.key, row)
      if (row.type === FileType.folder) folders.push(row.key)
    }
    if (found.size > maxEntries) throw new HttpError(40079, 'Too many items for one archive')
    await pause()
  }
  for (let at = 0; at < keys.length; at += sliceSize) {
    const some = JSON.stringify(keys.slice(at, at + sliceSize))
    const from = 'json_each(?) AS item CROSS JOIN files f'
    await add({ from, where: 'f.key = item.value', params: [some] })
  }
  for (const type of [FileType.folder, FileType.file]) {
    for (const slice of childSlices(db, folders, type)) if (slice) await add(slice)
  }
  return found
}

/** The entries of an archive, folders before their children. Throws 40077 for a missing content, 40079 for too many. */
async function entriesOf(ctx: RequestContext, archive: RegisteredArchive): Promise<Entry[]> {
  const { store } = ctx.context
  const pause = createAbortablePause(ctx)
  const found = await itemsOf(ctx, archive, pause)
  const grants = new Map(archive.items.map(({ key, grant }) => [key, grant]))
  type Place = {
    readonly path: string
    readonly taken: NextNumberByTakenName
    readonly grant: ItemWithGrant['grant']
  }
  const places = new Map<number, Place>()
  const top: Place = { path: '', taken: new Map(), grant: undefined }
  const entries: Entry[] = []
  /** Where the children of a folder are; those of a folder that is not in the archive are at its top. */
  const placeOf = (key: number | null): Place => {
    const known = places.get(key ?? 0)
    const row = found.get(key ?? 0)
    if (known || !row) return known ?? top
    // Folders that are moved meanwhile could be read as lying in each other.
    places.set(row.key, top)
    const { path, taken } = placeOf(row.parent_key)
    const grant = grantOf(row)
    const name = row.name === '' ? '' : `${path}${reserveSafeArchiveName(row.name, taken)}/`
    const place = name ? { path: name, taken: new Map(), grant } : top
    places.set(row.key, place)
    const item = { key: row.key, grant }
    if (name)
      entries.push({ name, lastModified: clampToZipDate(row.updated_at), content: null, item })
    return place
  }
  /** The grant of the requested item that a row is, or is below. */
  const grantOf = ({ key, parent_key: parent }: Row): ItemWithGrant['grant'] =>
    found.has(parent ?? 0) ? placeOf(parent).grant : grants.get(key)
  for (const row of found.values()) {
    await pause()
    if (row.type === FileType.folder) {
      placeOf(row.key)
      continue
    }
    const { path, taken } = placeOf(row.parent_key)
    const name = path + reserveSafeArchiveName(row.name, taken)
    const size = row.entity_id === null ? null : store.size(row.entity_id)
    if (row.entity_id === null || size === null) {
      throw new HttpError(ErrorCode.contentNotFound, 'Entity does not exist', {
        detail: `there is no content of ${name}`,
      })
    }
    const content = { id: row.entity_id, size }
    const item = { key: row.key, grant: grantOf(row) }
    entries.push({ name, lastModified: clampToZipDate(row.updated_at), content, item })
  }
  return entries
}

/** Bytes from which the format has other fields for sizes and offsets (ZIP64). */
const zip64From = 0xffff_ffff

/**
 * The length in bytes of the archive that `makeZip` writes. Its own `predictLength` is not used because it takes 400 ms
 * for 100,000 entries.
 */
export async function archiveLength(
  entries: readonly Pick<Entry, 'name' | 'content'>[],
  pause: () => Promise<void>,
): Promise<number> {
  let offset = 0
  let directory = 22
  let isZip64 = false
  for (const { name, content } of entries) {
    const nameLength = Buffer.byteLength(name)
    const size = content?.size ?? 0
    const isLarge = size >= zip64From
    directory += 46 + nameLength + (isLarge ? 28 : offset >= zip64From ? 12 : 0)
    offset += 46 + nameLength + (isLarge ? 8 : 0) + size
    isZip64 ||= isLarge
    await pause()
  }
  return offset + directory + (isZip64 || offset >= zip64From ? 76 : 0)
}

async function* bytesOf(store: ContentStore, id: string): AsyncGenerator<Uint8Array> {
  const stream = await store.read(id)
  if (!stream) throw new Error(`the content ${id} does not exist any more`)
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

/** Opens one file at a time, after `ask`, and closes it when the reader of the archive disconnects. */
async function* inputsOf(
  store: ContentStore,
  entries: readonly Entry[],
  ask: (item: ItemWithGrant) => void,
) {
  for (const { name, lastModified, content, item } of entries) {
    ask(item)
    if (!content) {
      yield { name, lastModified }
      continue
    }
    const input = bytesOf(store, content.id)
    try {
      yield { name, lastModified, size: content.size, input }
    } catch {
      // The consumer throws into the generator when it stops reading.
      return
    } finally {
      await input.return(undefined)
    }
  }
}

/**
 * Streams the items behind the URL of an archive as a ZIP without compression. Contents larger than 4 GiB and archives
 * with more than 65,535 entries need an unpacker with ZIP64. The length is known in advance and sent. Throws 40071,
 * 40005, 40077 (forgotten, a content is missing, or an item is in the trash), 40079 (more than 100,000 entries), HTTP 503
 * when too many are in progress, and what {@link requireShareGrant} throws; the answer breaks off when that is so for a file
 * whose turn has come.
 */
export async function archiveResponse(ctx: RequestContext): Promise<Response> {
  const { admission, archives, db, now, store } = ctx.context
  const { id, name, user } = verifySignedUrl(ctx, 'archive')
  const archive = archives.get(id)
  const ask = (item: ItemWithGrant) => requireReadable(ctx, item, user)
  archive?.items.forEach(ask)
  const writes = db.writeCount()
  let askedAt = now()
  const askAgain = (item: ItemWithGrant) => {
    // Asking takes 0.2 ms. Nothing but the time can have changed the answer since the items were listed.
    if (db.writeCount() === writes && now() - askedAt < 1000) return
    ask(item)
    askedAt = now()
  }
  // Every address is made in a sign-in; browsers fetch it without a token.
  const signIn = `archive ${ctx.query.get('by')}`
  const leave = await admission.enter(signIn, ctx.closed, { running: maxAtOnce, waiting: 0 })
  void (ctx.closed ?? Promise.resolve()).then(leave)
  const entries = archive ? await entriesOf(ctx, archive) : []
  if (entries.length === 0) throw new HttpError(ErrorCode.contentNotFound, 'Archive does not exist')
  const answer = {
    headers: {
      ...contentHeaders(name, true),
      'content-type': 'application/zip',
      'content-length': String(await archiveLength(entries, createAbortablePause(ctx))),
      'cache-control': 'private, no-cache',
    },
  }
  if (ctx.request.method === 'HEAD') return new Response(null, answer)
  return new Response(makeZip(inputsOf(store, entries, askAgain)), answer)
}
