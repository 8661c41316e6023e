import { setImmediate as nextTurn } from 'node:timers/promises'
import { makeZip, predictLength } from 'client-zip'
import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import type { Call } from '#src/server/http/call.ts'
import { Refusal } from '#src/server/http/envelope.ts'
import type { ContentStore } from '#src/server/storage/content-store.ts'
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
async function entriesOf(call: Call, keys: readonly number[]): Promise<Entry[]> {
  const { db, store } = call.context
  const rows = db.query(
    `WITH RECURSIVE tree (key, depth) AS (
       SELECT value, 0 FROM json_each(?)
       UNION ALL
       SELECT f.key, tree.depth + 1 FROM tree JOIN files f ON f.parent_key = tree.key
     ) SELECT f.key, f.parent_key, f.type, f.name, f.entity_id, f.updated_at
       FROM (SELECT key, max(depth) AS depth FROM tree GROUP BY key) AS found JOIN files f ON f.key = found.key
       WHERE NOT EXISTS (SELECT 1 FROM uploads u WHERE u.file_key = f.key AND u.is_new = 1)
       ORDER BY found.depth, f.type DESC, f.name LIMIT ?`,
    [JSON.stringify(keys), maxEntries + 1],
    Row,
  )
  if (rows.length > maxEntries) throw new Refusal(40079, 'Too many items for one archive')
  const folders = new Map<number | null, { path: string; taken: Set<string> }>()
  const top = { path: '', taken: new Set<string>() }
  const entries: Entry[] = []
  for (const [index, row] of rows.entries()) {
    if (index % 500 === 499) await nextTurn()
    const { path, taken } = folders.get(row.parent_key) ?? top
    const name = row.name === '' ? '' : path + uniqueName(row.name, taken)
    const time = Math.min(Math.max(row.updated_at, times.first), times.last)
    const lastModified = new Date(time)
    if (row.type === FileType.folder) {
      folders.set(row.key, { path: name && `${name}/`, taken: name ? new Set() : top.taken })
      if (name) entries.push({ name: `${name}/`, lastModified, content: null })
      continue
    }
    const size = row.entity_id === null ? null : store.size(row.entity_id)
    if (row.entity_id === null || size === null) {
      throw new Refusal(ErrorCode.contentNotFound, 'Entity does not exist', {
        detail: `there is no content of ${name}`,
      })
    }
    entries.push({ name, lastModified, content: { id: row.entity_id, size } })
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

/** Opens one file at a time, and closes it when the reader of the archive disconnects. */
async function* inputsOf(store: ContentStore, entries: readonly Entry[]) {
  for (const { name, lastModified, content } of entries) {
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
 * 40005, 40077 (forgotten, or a content is missing) and 40079 (more than 100,000 entries).
 */
export async function archiveContent(call: Call): Promise<Response> {
  const { archives, store } = call.context
  const { id, name } = verifySignedUrl(call, 'archive')
  const keys = archives.get(id)
  const entries = keys ? await entriesOf(call, keys) : []
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
  return new Response(makeZip(inputsOf(store, entries)), answer)
}
