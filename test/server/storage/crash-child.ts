import { createHash, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { createEmbeddedService } from '#src/server/service.ts'
import { type CrashMessage, type Operation, type State, apply } from './crash-model.ts'

/*
 * What the crash test kills: a service on a folder, under random writes. Each write is announced before it is sent and
 * acknowledged after its answer, one line of JSON each. It waits until a line is in the pipe, which it is not at once when
 * the parent lags behind and the pipe is full: so no line is lost in a kill.
 */

const [dir = ''] = process.argv.slice(2)
const say = (message: CrashMessage) =>
  new Promise<void>((resolve) => {
    process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve())
  })

// Modules are loaded by now; the previous process may still run on the folder.
await once(process.stdin, 'data')
const service = await createEmbeddedService({ dir, passwordCost: 4 })
const { db, store, seed } = service
const user =
  db.first('SELECT id FROM users LIMIT 1', [], v.object({ id: v.string() }))?.id ??
  seed.addUser({ email: 'a@example.org', nickname: 'A' })
const { access_token: token } = await seed.mintToken(user)

const Row = v.object({
  path: v.nullable(v.string()),
  type: v.number(),
  is_trashed: v.number(),
  size: v.number(),
  entity_id: v.nullable(v.string()),
  note: v.nullable(v.string()),
  view: v.nullable(v.number()),
  links: v.string(),
})

async function contentOf(row: v.InferOutput<typeof Row>): Promise<string> {
  if (row.type === 1) return 'folder'
  if (row.entity_id === null) return 'upload'
  const bytes = await store.get(row.entity_id)
  if (bytes?.byteLength !== row.size) return 'damaged'
  return createHash('sha256').update(bytes).digest('hex')
}

async function readState(): Promise<State> {
  const rows = db.query(
    `SELECT iif(f.trash_id IS NULL, iif(p.name = '', '', p.name || '/') || f.name,
         substr(f.restore_uri, length('svc://my/') + 1)) AS path, f.type, f.trash_id IS NOT NULL AS is_trashed,
       f.size, f.entity_id, f.metadata ->> '$."tag:note"' AS note, f.view ->> '$.page_size' AS view,
       (SELECT json_group_array(remain_downloads) FROM shares s WHERE s.file_key = f.key) AS links
     FROM files f LEFT JOIN files p ON p.key = f.parent_key WHERE f.name <> ''`,
    [],
    Row,
  )
  const state: State = {}
  for (const row of rows) {
    state[decodeURIComponent(row.path ?? `of no place: ${JSON.stringify(row)}`)] = {
      content: await contentOf(row),
      isTrashed: row.is_trashed === 1,
      links: (JSON.parse(row.links) as number[]).toSorted((x, y) => x - y),
      note: row.note,
      view: row.view,
    }
  }
  return state
}

/** What must hold whatever was killed: references, sums, and no content without an owner. */
function faults(): unknown[] {
  const sums = db.query(
    `SELECT key FROM users u WHERE used <> (SELECT ifnull(sum(size), 0) FROM entities WHERE owner_key = u.key)
       + (SELECT ifnull(sum(octet_length(nullif(json_remove(metadata, '$."sys:upload_session_id"'), '{}'))), 0)
         + ifnull(sum(octet_length(view)), 0) FROM files WHERE owner_key = u.key)`,
    [],
    v.unknown(),
  )
  const Id = v.object({ id: v.string() })
  const idsOf = (sql: string) => new Set(db.query(sql, [], Id).map(({ id }) => id))
  const uploads = 'SELECT entity_id AS id FROM uploads'
  // The content of an upload is put into its place before the transaction that ends the upload.
  const owned = idsOf(
    `SELECT id FROM entities UNION SELECT entity_id FROM discards UNION ${uploads}`,
  )
  const begun = idsOf(uploads)
  const folder = join(dir, 'contents')
  const strays = [
    ...readdirSync(folder).filter((name) => name !== 'drafts' && !owned.has(name)),
    ...readdirSync(join(folder, 'drafts')).filter((name) => !begun.has(name)),
  ]
  return [...db.query('PRAGMA foreign_key_check', [], v.unknown()), ...sums, ...strays]
}

type Answer = { code: number; msg: string; aggregated_error?: Record<string, { code: number }> }

/** Whether a request that was killed still holds the lock of what is to be changed (for two minutes). */
const isLocked = ({ code, aggregated_error: failed }: Answer) =>
  code === 40073 ||
  (code === 40081 && Object.values(failed ?? {}).every((each) => each.code === 40073))

/** False when it is locked. */
async function send(method: string, path: string, body?: string | object): Promise<boolean> {
  const isJson = typeof body === 'object'
  const answer = await service.fetch(
    new Request(`http://localhost/api/v4${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(isJson ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    }),
  )
  const said = (await answer.json()) as Answer
  if (said.code !== 0 && !isLocked(said))
    throw new Error(`${method} ${path}: ${said.code} ${said.msg} ${JSON.stringify(body)}`)
  return said.code === 0
}

const uri = (path: string) => `svc://my/${path}`
const folderOf = (path: string) => uri(path.split('/').slice(0, -1).join('/'))
const Text = v.object({ text: v.string() })
const one = (sql: string, value: string | number) => db.first(sql, [value], Text)?.text ?? ''
const trashUri = (path: string) =>
  `svc://trash/${one(`SELECT trash_id AS text FROM files WHERE restore_uri = ?`, uri(path))}`
const shareOf = (limit: number) =>
  one('SELECT id AS text FROM shares WHERE remain_downloads = ?', limit)
const uploadOf = (path: string) =>
  one(
    'SELECT u.id AS text FROM uploads u JOIN files f ON f.key = u.file_key WHERE f.name = ?',
    path.split('/').at(-1) ?? '',
  )
const view = { order: 'name', order_direction: 'asc', view: 'list', gallery_width: 100 }

function run(operation: Operation): Promise<boolean> {
  const { kind, path } = operation
  switch (kind) {
    case 'write':
      return send('PUT', `/file/content?uri=${encodeURIComponent(uri(path))}`, operation.text)
    case 'rename':
      return send('POST', '/file/rename', {
        uri: uri(path),
        new_name: operation.to.split('/').at(-1),
      })
    case 'move':
    case 'copy':
      return send('POST', '/file/move', {
        uris: [uri(path)],
        dst: folderOf(operation.to),
        copy: kind === 'copy',
      })
    case 'trash':
      return send('DELETE', '/file', { uris: [uri(path)] })
    case 'restore':
      return send('POST', '/file/restore', { uris: [trashUri(path)] })
    case 'delete':
      return send('DELETE', '/file', { uris: [uri(path)], skip_soft_delete: true })
    case 'folder':
      return send('POST', '/file/create', { uri: uri(path), type: 'folder', err_on_conflict: true })
    case 'share':
      return send('PUT', '/share', { uri: uri(path), downloads: operation.limit })
    case 'edit':
      return send('POST', `/share/${shareOf(operation.limit)}`, {
        uri: uri(path),
        downloads: operation.to,
      })
    case 'unshare':
      return send('DELETE', `/share/${shareOf(operation.limit)}`)
    case 'note':
      return send('PATCH', '/file/metadata', {
        uris: [uri(path)],
        patches: [{ key: 'tag:note', value: operation.note }],
      })
    case 'view':
      return send('PATCH', '/file/view', {
        uri: uri(path),
        view: { ...view, page_size: operation.view },
      })
    case 'open':
      return send('PUT', '/file/upload', { uri: uri(path), size: operation.size })
    case 'part':
      return send('POST', `/file/upload/${uploadOf(path)}/0`, operation.text)
    case 'cancel':
      return send('DELETE', '/file/upload', { id: uploadOf(path), uri: uri(path) })
  }
}

let count = 0
const pick = <T>(list: readonly T[]): T | undefined => list[randomInt(Math.max(1, list.length))]
/** What all uploads contain: their size is said before. */
const uploaded = 'uploaded '.repeat(2_000)

/** An operation of each kind that is possible on the item at this path. */
function possible(state: State, path: string, fresh: string): Operation[] {
  const item = state[path]
  if (!item) return []
  const number = Date.now() * 1000 + randomInt(1000)
  if (item.isTrashed) return [{ kind: 'restore', path }]
  if (item.content === 'upload')
    return [
      { kind: 'part', path, text: uploaded },
      { kind: 'part', path, text: uploaded },
      { kind: 'cancel', path },
    ]
  const links: Operation[] = item.links.flatMap((limit) => [
    { kind: 'edit', path, limit, to: number },
    { kind: 'unshare', path, limit },
  ])
  const all: Operation[] = [
    { kind: 'share', path, limit: number },
    { kind: 'note', path, note: `#${String(number).slice(-6)}` },
    ...links,
  ]
  if (item.content === 'folder') return [...all, { kind: 'view', path, view: randomInt(50, 500) }]
  const [name = '', isInBox] = [path.split('/').at(-1), path.includes('/')]
  const moved = isInBox ? name : `box/${name}`
  const elsewhere: Operation[] =
    moved in state
      ? []
      : [
          { kind: 'move', path, to: moved },
          { kind: 'copy', path, to: moved },
        ]
  return [
    ...all,
    ...elsewhere,
    { kind: 'write', path, text: fresh.repeat(randomInt(1, 4_000)) },
    { kind: 'rename', path, to: isInBox ? `box/${fresh}` : fresh },
    { kind: 'trash', path },
    { kind: 'delete', path },
  ]
}

function choose(state: State): Operation {
  if (!state['box']) return { kind: 'folder', path: 'box' }
  const paths = Object.keys(state)
  const fresh = `${process.pid}-${count++}`
  if (paths.length > 30) {
    const removed = pick(paths.filter((path) => /\d$/.test(path) && !state[path]?.isTrashed))
    if (removed)
      return { kind: state[removed]?.content === 'upload' ? 'cancel' : 'delete', path: removed }
  }
  const made: Operation[] = [
    { kind: 'write', path: fresh, text: fresh.repeat(randomInt(1, 4_000)) },
    { kind: 'open', path: fresh, size: uploaded.length },
  ]
  return (
    pick([...made, ...possible(state, pick(paths) ?? '', fresh)]) ?? { kind: 'folder', path: 'box' }
  )
}

let state = await readState()
await say({ state, faults: faults() })
for (;;) {
  const operation = choose(state)
  await say({ begun: operation })
  const acknowledged = await run(operation)
  if (acknowledged) state = apply(state, operation)
  await say({ acknowledged })
}
