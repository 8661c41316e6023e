import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { FileType, Metadata } from '#src/contract/file.ts'
import { receiveBody } from './body.ts'
import { readBody, readUri, requireUser } from './call.ts'
import type { Call, Context, Route } from './call.ts'
import { addPlaceholder, lockExpired, tooLarge } from './content.ts'
import { sqlFlag } from './db.ts'
import type { Db } from './db.ts'
import { destinationOf } from './destination.ts'
import { Refusal } from './envelope.ts'
import { fileByKey, placeOf } from './files.ts'
import { newId } from './ids.ts'
import { lockByToken, releaseLock, requireUnlocked, takeLock } from './locks.ts'
import { nameTaken } from './names.ts'
import { storagePolicy } from './site.ts'
import { userByKey } from './users.ts'
import { addVersion, requireCapacity } from './versions.ts'

/** Bytes of every part but the last. */
const chunkSize = 4 * 1024 * 1024
/** Milliseconds that an upload may take, and that its lock holds. */
const lifetime = 24 * 3600_000
/** The latest time that a Date can hold, in ms. */
const maxTime = 8_640_000_000_000_000

const Begin = v.object({
  uri: v.pipe(v.string(), v.nonEmpty()),
  size: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
  policy_id: v.optional(v.string(), ''),
  last_modified: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxTime))),
  mime_type: v.optional(v.pipe(v.string(), v.maxLength(255)), ''),
  metadata: v.optional(
    v.pipe(v.record(v.string(), v.pipe(v.string(), v.maxLength(10_000))), v.maxEntries(256)),
  ),
  entity_type: v.optional(v.picklist(['', 'version', 'live_photo']), ''),
})
const Cancel = v.object({ id: v.pipe(v.string(), v.nonEmpty()), uri: v.optional(v.string(), '') })

const UploadRow = v.object({
  id: v.string(),
  user_key: v.number(),
  file_key: v.number(),
  entity_id: v.string(),
  size: v.number(),
  chunk_size: v.number(),
  received: v.pipe(v.string(), v.parseJson(), v.array(v.number())),
  is_new: sqlFlag,
  last_modified: v.nullable(v.number()),
  lock_token: v.string(),
  expires_at: v.number(),
})
type UploadRow = v.InferOutput<typeof UploadRow>
const select = `SELECT id, user_key, file_key, entity_id, size, chunk_size, received, is_new, last_modified, lock_token,
  expires_at FROM uploads`

/** An empty file is one part of nothing. */
const partsOf = ({ size, chunk_size: chunk }: UploadRow): number =>
  Math.max(1, Math.ceil(size / chunk))

const uploadById = (db: Db, id: string): UploadRow | undefined =>
  db.first(`${select} WHERE id = ?`, [id], UploadRow)

/** Metadata that an uploader may lay on a file: `sys:` is the service's own. */
function givenMetadata(given: Readonly<Record<string, string>> = {}): Record<string, string> {
  for (const name of Object.keys(given)) {
    if (!/^(?!sys:)[a-z_]+:./.test(name)) {
      throw new Refusal(Code.invalidParameters, 'Invalid metadata', { detail: `key ${name}` })
    }
  }
  return { ...given }
}

/** `PUT /file/upload` (contract.md §8): lays a placeholder and takes the lock that holds until the upload ends. */
async function beginUpload(call: Call): Promise<unknown> {
  const { context } = call
  const { db, now } = context
  const user = requireUser(call)
  const wish = await readBody(call, Begin)
  sweepUploads(context)
  if (wish.policy_id && wish.policy_id !== storagePolicy.id) {
    throw new Refusal(Code.policyRefuses, 'Storage policy not available')
  }
  if (wish.entity_type === 'live_photo') {
    throw new Refusal(Code.policyRefuses, 'Live photos are not kept here')
  }
  if (wish.size > storagePolicy.max_size) throw tooLarge()
  const metadata = givenMetadata(wish.metadata)
  const destination = destinationOf(call, readUri(wish.uri))
  const isVersion = wish.entity_type === 'version'
  if (destination.file && !isVersion) throw nameTaken()
  const expiresAt = now() + lifetime
  const id = randomUUID()
  db.transaction(() => {
    const lock = takeLock(
      call,
      {
        ...destination.lock,
        isDeep: true,
        type: FileType.file,
        application: { type: 'upload' },
        holderKey: user.key,
        expiresAt,
      },
      { share: destination.share },
    )
    requireCapacity(db, destination.owner, wish.size)
    const text = JSON.stringify({ ...metadata, [Metadata.uploadSession]: id })
    const fileKey = destination.file?.key ?? addPlaceholder(call, destination, text)
    db.run(
      `INSERT INTO uploads (id, user_key, file_key, entity_id, size, chunk_size, is_new, last_modified, mime_type, lock_token,
         expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        user.key,
        fileKey,
        newId(),
        wish.size,
        chunkSize,
        destination.file === undefined,
        wish.last_modified ?? null,
        wish.mime_type,
        lock,
        expiresAt,
        now(),
      ],
    )
  })
  return {
    session_id: id,
    upload_id: '',
    chunk_size: chunkSize,
    expires: Math.floor(expiresAt / 1000),
    storage_policy: storagePolicy,
    uri: destination.path,
    callback_secret: '',
    ...(wish.mime_type ? { mime_type: wish.mime_type } : {}),
  }
}

/** The caller's own upload. Throws 40011 when it is unknown, over or somebody else's. */
function ownUpload(call: Call, id: string): UploadRow {
  const user = requireUser(call)
  const upload = uploadById(call.context.db, id)
  if (upload?.user_key === user.key && upload.expires_at > call.context.now()) return upload
  throw new Refusal(Code.uploadSessionGone, 'Upload session not found or expired')
}

/** Parts that are coming in right now, as `<session> <index>`: the same one twice at once would mix the two. */
const underWay = new WeakMap<Context, Set<string>>()

function partsUnderWay(context: Context): Set<string> {
  const known = underWay.get(context) ?? new Set<string>()
  underWay.set(context, known)
  return known
}

function requireLock(call: Call, upload: UploadRow): void {
  const { db, now } = call.context
  if (!lockByToken(db, upload.lock_token, now())) throw lockExpired()
}

/**
 * `POST /file/upload/:id/:index` (contract.md §8): one part, in any order. A part that is there already is taken again
 * without harm, since its answer may have been lost. With the last one the file is whole and its lock free. Throws 40011,
 * 40012, 40013, 40073 without data when the lock was taken away, and 50004 when the disk takes no more: what is there
 * stays, and so does its lock.
 */
async function receivePart(call: Call): Promise<undefined> {
  const { context, params } = call
  const { store } = context
  const upload = ownUpload(call, params['id'] ?? '')
  const index = Number(params['index'])
  if (!/^\d{1,6}$/.test(params['index'] ?? '') || index >= partsOf(upload)) {
    throw new Refusal(Code.invalidChunkIndex, 'Invalid chunk index')
  }
  requireLock(call, upload)
  const offset = index * upload.chunk_size
  const wanted = Math.min(upload.chunk_size, upload.size - offset)
  const wrongLength = () =>
    new Refusal(Code.invalidContentLength, 'Invalid content length', {
      detail: `part ${index} has ${wanted} bytes`,
    })
  const declared = call.request.headers.get('content-length')
  if (declared !== null && Number(declared) !== wanted) throw wrongLength()

  const parts = partsUnderWay(context)
  const part = `${upload.id} ${index}`
  if (parts.has(part)) {
    throw new Refusal(Code.conflict, 'Object conflict', {
      detail: 'this part is coming in already',
    })
  }
  parts.add(part)
  try {
    // The last part was here before, and what it made whole could not be written down: a full disk, a crash.
    store.reopen(upload.entity_id)
    if (!upload.received.includes(index)) {
      const size = await receiveBody(
        call,
        { id: upload.entity_id, offset },
        { limit: wanted, refusal: wrongLength },
      )
      if (size !== wanted) throw wrongLength()
    }
    finishPart(call, upload.id, index)
  } finally {
    parts.delete(part)
    // Cancelled while the part came in: nobody else would clear it away.
    if (!uploadById(context.db, upload.id)) store.drop(upload.entity_id)
  }
}

function finishPart(call: Call, id: string, index: number): void {
  const { context } = call
  const { db } = context
  db.transaction(() => {
    const upload = ownUpload(call, id)
    requireLock(call, upload)
    const received = [...new Set([...upload.received, index])]
    if (received.length < partsOf(upload)) {
      db.run('UPDATE uploads SET received = ? WHERE id = ?', [JSON.stringify(received), id])
      return
    }
    const file = fileByKey(db, upload.file_key)
    const owner = file && userByKey(db, file.owner_key)
    if (!file || !owner) throw new Refusal(Code.pathNotFound, 'Path not exist')
    requireCapacity(db, owner, upload.size, upload.id)
    db.run('DELETE FROM uploads WHERE id = ?', [id])
    releaseLock(db, upload.lock_token)
    addVersion(context, file, {
      entityId: upload.entity_id,
      size: upload.size,
      authorKey: upload.user_key,
      modifiedAt: upload.last_modified,
    })
  })
}

/** Ends an upload: its lock, what came in of it, and the placeholder that it laid. */
function dropUpload({ db, store }: Context, upload: UploadRow): void {
  db.transaction(() => {
    db.run('DELETE FROM uploads WHERE id = ?', [upload.id])
    releaseLock(db, upload.lock_token)
    if (upload.is_new) {
      db.run('DELETE FROM files WHERE key = ? AND entity_id IS NULL', [upload.file_key])
    }
  })
  store.reopen(upload.entity_id)
  store.drop(upload.entity_id)
}

/** `DELETE /file/upload`: cancels. Throws 40011, and 40073 when somebody else has locked the place since. */
async function cancelUpload(call: Call): Promise<undefined> {
  const { id, uri } = await readBody(call, Cancel)
  if (uri) readUri(uri)
  const upload = ownUpload(call, id)
  const { db } = call.context
  const file = fileByKey(db, upload.file_key)
  if (file) {
    const { host, segments } = placeOf(db, file).uri
    const target = {
      ownerKey: file.owner_key,
      host: host === 'trash' ? host : 'my',
      segments,
      isDeep: true,
    } as const
    requireUnlocked(call, [target], { except: [upload.lock_token] })
  }
  dropUpload(call.context, upload)
}

/** Ends the uploads whose time is over. */
export function sweepUploads(context: Context): void {
  const over = context.db.query(`${select} WHERE expires_at <= ?`, [context.now()], UploadRow)
  for (const upload of over) dropUpload(context, upload)
}

/** Drops what a crash left of requests that no longer exist. Run it before the first request. */
export function sweepDrafts({ db, store }: Context): void {
  const Entity = v.object({ entity_id: v.string() })
  const wanted = new Set(
    db.query('SELECT entity_id FROM uploads', [], Entity).map((row) => row.entity_id),
  )
  for (const id of store.drafts()) if (!wanted.has(id)) store.drop(id)
}

export const uploadRoutes: readonly Route[] = [
  ['PUT', '/file/upload', beginUpload],
  ['POST', '/file/upload/:id/:index', receivePart],
  ['DELETE', '/file/upload', cancelUpload],
]
