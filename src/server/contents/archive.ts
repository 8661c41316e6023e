import { setImmediate as nextTurn } from 'node:timers/promises'
import { makeZip, predictLength } from 'client-zip'
import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { fileByKey, locationOf } from '#src/server/files/files.ts'
import type { Call } from '#src/server/http/call.ts'
import { Refusal } from '#src/server/http/envelope.ts'
import { requireGrant } from '#src/server/shares/share-grants.ts'
import type { ContentStore } from '#src/server/storage/content-store.ts'
import type { Db } from '#src/server/storage/db.ts'
import type { Archive, ArchiveItem } from './archive-registry.ts'
import { contentHeaders, verifySignedUrl } from './signed-url.ts'

/** Milliseconds that the URL of an archive is valid. */
export const archiveLifetime = 600_000
/** Maximum number of files and folders in one archive. */
const maxEntries = 100_000
/** The range of ZIP timestamps: even seconds from 1980 to 2107. */
const times = { first: Date.UTC(1980, 0, 2), last: Date.UTC(2107, 11, 30) } as const

const Row = v.object({
  key: v.number(),
  parent_key: v.nullable(v.number()),
  type: v.number(),
  name: v.string(),
  entity_id: v.nullable(v.string()),
  updated_at: v.number(),
})

/** One entry of an archive; `content` is null for a folder. */
type Entry = {
  readonly name: string
  readonly lastModified: Date
  readonly content: { readonly id: string; readonly size: number } | null
  /** The file, with the grant of the item that it is below. */
  readonly item: ArchiveItem
}

/** The newest of all items. */
export const newestKey = (db: Db): number =>
  db.first('SELECT ifnull(max(key), 0) AS key FROM files', [], v.object({ key: v.number() }))
    ?.key ?? 0

/** Throws unless an item may be in an archive now: 40077 in the trash or gone, and what {@link requireGrant} throws. */
function requireReadable(call: Call, { key, grant }: ArchiveItem, user: UserRow | null): void {
  const { db, now } = call.context
  if (grant !== undefined) {
    requireGrant(db, { grant, user, item: { key }, now: now() })
    return
  }
  const file = fileByKey(db, key)
  if (file && file.owner_key === user?.key && locationOf(db, file).uri.host === 'my') return
  throw new Refusal(ErrorCode.contentNotFound, 'Entity does not exist')
}

/** A name that is safe to unpack and unique in its folder, ignoring case. */
function uniqueName(name: string, taken: Set<string>): string {
  const safe = name.replace(/[\\/\0]/g, '_').replace(/^\.{1,2}$/, '_')
  const dot = safe.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
  let free = safe
  for (let count = 2; taken.has(free.normalize().toLowerCase()); count++) {
    free = `${stem} (${count})${extension}`
  }
  taken.add(free.normalize().toLowerCase())
  return free
}

/** The entries of an archive, folders before their children. Throws 40077 for a missing content, 40079 for too many. */
async function entriesOf(call: Call, { items, newestKey: newest }: Archive): Promise<Entry[]> {
  const { db, store } = call.context
  const rows = db.query(
    `WITH RECURSIVE tree (key, depth) AS (
       SELECT value, 0 FROM json_each(?)
       UNION ALL
       SELECT f.key, tree.depth + 1 FROM tree JOIN files f ON f.parent_key = tree.key AND f.key <= ?
     ) SELECT f.key, f.parent_key, f.type, f.name, f.entity_id, f.updated_at
       FROM (SELECT key, max(depth) AS depth FROM tree GROUP BY key) AS found JOIN files f ON f.key = found.key
       WHERE NOT EXISTS (SELECT 1 FROM uploads u WHERE u.file_key = f.key AND u.is_new = 1)
       ORDER BY found.depth, f.type DESC, f.name LIMIT ?`,
    [JSON.stringify(items.map(({ key }) => key)), newest, maxEntries + 1],
    Row,
  )
  if (rows.length > maxEntries) throw new Refusal(40079, 'Too many items for one archive')
  const grants = new Map(items.map(({ key, grant }) => [key, grant]))
  type Folder = { path: string; taken: Set<string>; grant: ArchiveItem['grant'] }
  const folders = new Map<number | null, Folder>()
  const top = new Set<string>()
  const entries: Entry[] = []
  for (const [index, row] of rows.entries()) {
    if (index % 500 === 499) await nextTurn()
    const { path, taken, grant } = folders.get(row.parent_key) ?? {
      path: '',
      taken: top,
      grant: grants.get(row.key),
    }
    const item = { key: row.key, grant }
    const name = row.name === '' ? '' : path + uniqueName(row.name, taken)
    const time = Math.min(Math.max(row.updated_at, times.first), times.last)
    const lastModified = new Date(time)
    if (row.type === FileType.folder) {
      folders.set(row.key, { path: name && `${name}/`, taken: name ? new Set() : top, grant })
      if (name) entries.push({ name: `${name}/`, lastModified, content: null, item })
      continue
    }
    const size = row.entity_id === null ? null : store.size(row.entity_id)
    if (row.entity_id === null || size === null) {
      throw new Refusal(ErrorCode.contentNotFound, 'Entity does not exist', {
        detail: `there is no content of ${name}`,
      })
    }
    entries.push({ name, lastModified, content: { id: row.entity_id, size }, item })
  }
  return entries
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
  ask: (item: ArchiveItem) => void,
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
 * 40005, 40077 (forgotten, a content is missing, or an item is in the trash), 40079 (more than 100,000 entries) and what
 * {@link requireGrant} throws; the answer breaks off when that is so for a file whose turn has come.
 */
export async function archiveContent(call: Call): Promise<Response> {
  const { archives, store } = call.context
  const { id, name, user } = verifySignedUrl(call, 'archive')
  const archive = archives.get(id)
  const ask = (item: ArchiveItem) => requireReadable(call, item, user)
  archive?.items.forEach(ask)
  const entries = archive ? await entriesOf(call, archive) : []
  if (entries.length === 0) throw new Refusal(ErrorCode.contentNotFound, 'Archive does not exist')
  const answer = {
    headers: {
      ...contentHeaders(name, true),
      'content-type': 'application/zip',
      'content-length': String(
        predictLength(
          entries.map(({ name: path, content }) =>
            content ? { name: path, size: content.size } : { name: path },
          ),
        ),
      ),
      'cache-control': 'private, no-cache',
    },
  }
  if (call.request.method === 'HEAD') return new Response(null, answer)
  return new Response(makeZip(inputsOf(store, entries, ask)), answer)
}
