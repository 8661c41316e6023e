import { createHash, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { createService } from '#src/server/service.ts'
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
const service = await createService({ dir, passwordCost: 4 })
const { db, store, seed } = service
const user =
  db.first('SELECT id FROM users LIMIT 1', [], v.object({ id: v.string() }))?.id ??
  seed.addUser({ email: 'a@example.org', nickname: 'A' })
const { access_token: token } = await seed.mintToken(user)

async function readState(): Promise<State> {
  const rows = db.query(
    `SELECT f.name, f.trash_id IS NOT NULL AS trashed, f.size, f.entity_id,
       (SELECT count(*) FROM shares s WHERE s.file_key = f.key) AS shares
     FROM files f WHERE f.name <> '' AND f.type = 0`,
    [],
    v.object({
      name: v.string(),
      trashed: v.number(),
      size: v.number(),
      entity_id: v.nullable(v.string()),
      shares: v.number(),
    }),
  )
  const state: State = {}
  for (const row of rows) {
    const bytes = row.entity_id === null ? null : await store.get(row.entity_id)
    const isWhole = bytes !== null && bytes.byteLength === row.size
    const content = isWhole ? createHash('sha256').update(bytes).digest('hex') : 'damaged'
    state[row.name] = { content, isTrashed: row.trashed === 1, shares: row.shares }
  }
  return state
}

/** What must hold whatever was killed: references, sums, and no content without an owner. */
function faults(): unknown[] {
  const sums = db.query(
    `SELECT key FROM users u WHERE used <> (SELECT ifnull(sum(size), 0) FROM entities WHERE owner_key = u.key)`,
    [],
    v.unknown(),
  )
  const Id = v.object({ id: v.string() })
  const owned = new Set(
    db
      .query('SELECT id FROM entities UNION SELECT entity_id FROM discards', [], Id)
      .map(({ id }) => id),
  )
  const folder = join(dir, 'contents')
  const strays = readdirSync(folder).filter((name) => name !== 'drafts' && !owned.has(name))
  return [...db.query('PRAGMA foreign_key_check', [], v.unknown()), ...sums, ...strays]
}

/** False when a request that was killed still holds the lock of the file (for two minutes). */
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
  const { code, msg } = (await answer.json()) as { code: number; msg: string }
  if (code !== 0 && code !== 40073) throw new Error(`${method} ${path}: ${code} ${msg}`)
  return code === 0
}

const uri = (name: string) => `svc://my/${name}`
function run(operation: Operation): Promise<boolean> {
  const { kind, name } = operation
  switch (kind) {
    case 'write':
      return send('PUT', `/file/content?uri=${encodeURIComponent(uri(name))}`, operation.text)
    case 'rename':
      return send('POST', '/file/rename', { uri: uri(name), new_name: operation.to })
    case 'trash':
      return send('DELETE', '/file', { uris: [uri(name)] })
    case 'delete':
      return send('DELETE', '/file', { uris: [uri(name)], skip_soft_delete: true })
    case 'share':
      return send('PUT', '/share', { uri: uri(name) })
  }
}

let count = 0
function choose(state: State): Operation {
  const names = Object.keys(state).filter((name) => state[name]?.isTrashed === false)
  const fresh = `${process.pid}-${count++}`
  const name = names[randomInt(Math.max(1, names.length))]
  if (name === undefined || names.length < 4) {
    return { kind: 'write', name: fresh, text: fresh.repeat(randomInt(1, 4_000)) }
  }
  const kinds =
    names.length > 25
      ? ['trash', 'delete']
      : ['write', 'write', 'rename', 'share', 'trash', 'delete']
  const kind = kinds[randomInt(kinds.length)]
  if (kind === 'write') {
    const isNew = randomInt(2) === 0
    return { kind, name: isNew ? fresh : name, text: fresh.repeat(randomInt(1, 4_000)) }
  }
  if (kind === 'rename') return { kind, name, to: fresh }
  return { kind: kind === 'share' || kind === 'trash' ? kind : 'delete', name }
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
