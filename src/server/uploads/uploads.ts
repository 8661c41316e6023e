import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { NoData } from '#src/contract/schema.ts'
import { UploadSession } from '#src/contract/upload.ts'
import { requireCapacity } from '#src/server/accounts/capacity.ts'
import { userByKey } from '#src/server/accounts/users.ts'
import { lockExpiredError, contentTooLargeError } from '#src/server/contents/put-content.ts'
import { commitVersion } from '#src/server/contents/versions.ts'
import { fileByKey, uriAndAncestorsOf } from '#src/server/files/files.ts'
import { NewMetadata, requireAllowedMetadata } from '#src/server/files/metadata/metadata-rules.ts'
import { nameTakenError } from '#src/server/files/names.ts'
import { streamBodyToDraft } from '#src/server/http/body.ts'
import { readBody, parseRequestUri, requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext, ServiceContext } from '#src/server/http/request-context.ts'
import { HttpError, maxTime } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { storagePolicy } from '#src/server/http/site.ts'
import type { WithRequired, Wire } from '#src/server/http/wire.ts'
import { lockByToken, releaseLock, requireUnlocked, takeLock } from '#src/server/locks/locks.ts'
import { requireShareGrant } from '#src/server/shares/share-grants.ts'
import { newId } from '#src/server/storage/ids.ts'
import { insertUploadPlaceholder, resolveUploadTarget } from './placeholder.ts'
import {
  maxVisitorBytes,
  requireFewOpenUploads,
  requireReservable,
  reservationMs,
  reserveChunk,
} from './reservations.ts'
import { type UploadRow, removeUpload, supersedeUploads, uploadById } from './upload-rows.ts'

/** Bytes of each chunk except the last. */
const chunkSize = 4 * 1024 * 1024
/** Milliseconds until an upload session and its lock expire. */
const lifetime = 24 * 3600_000

const CreateSession = v.object({
  uri: v.pipe(v.string(), v.nonEmpty()),
  size: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
  policy_id: v.optional(v.string(), ''),
  last_modified: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxTime))),
  mime_type: v.optional(v.pipe(v.string(), v.maxLength(255)), ''),
  metadata: v.optional(NewMetadata, {}),
  entity_type: v.optional(v.picklist(['', 'version', 'live_photo']), ''),
})
const Cancel = v.object({ id: v.pipe(v.string(), v.nonEmpty()), uri: v.optional(v.string(), '') })

/** Number of chunks; an empty file has one empty chunk. */
const chunkCount = ({ size, chunk_size: chunk }: UploadRow): number =>
  Math.max(1, Math.ceil(size / chunk))

type UploadSessionBody = WithRequired<Wire<typeof UploadSession>, 'storage_policy'>

/** `PUT /file/upload` (docs/protocol.md §8.3): inserts a placeholder file and takes a lock until the upload ends. */
async function createSession(ctx: RequestContext): Promise<UploadSessionBody> {
  const { context } = ctx
  const { db, now } = context
  const user = requireUser(ctx)
  const request = await readBody(ctx, CreateSession)
  if (request.policy_id && request.policy_id !== storagePolicy.id) {
    throw new HttpError(ErrorCode.policyNotAllowed, 'Storage policy not available')
  }
  if (request.entity_type === 'live_photo') {
    throw new HttpError(ErrorCode.policyNotAllowed, 'Live photos are not supported')
  }
  if (request.size > storagePolicy.max_size) throw contentTooLargeError()
  requireAllowedMetadata(request.metadata)
  const destination = resolveUploadTarget(ctx, parseRequestUri(request.uri))
  const { owner } = destination
  if (user.key !== owner.key && request.size > maxVisitorBytes) throw contentTooLargeError()
  const isVersion = request.entity_type === 'version'
  if (destination.file && !isVersion) throw nameTakenError()
  const expiresAt = now() + lifetime
  const id = randomUUID()
  db.transaction(() => {
    const lock = takeLock(
      ctx,
      {
        ...destination.lock,
        isDeep: true,
        type: FileType.file,
        application: { type: 'upload' },
        holderKey: user.key,
        expiresAt,
        grant: destination.grant,
      },
      { share: destination.share },
    )
    const isNew = destination.file ? supersedeUploads(context, destination.file, id) : true
    const share = destination.share?.id ?? null
    requireFewOpenUploads(context, user.key)
    requireReservable(context, owner, {
      id,
      user_key: user.key,
      share_id: share,
      size: request.size,
    })
    const fileKey =
      destination.file?.key ?? insertUploadPlaceholder(ctx, destination, request.metadata, id)
    db.run(
      `INSERT INTO uploads (id, user_key, share_id, reserved_until, file_key, entity_id, size, chunk_size, is_new,
         last_modified, lock_token, share_grant, expires_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        user.key,
        share,
        now() + reservationMs,
        fileKey,
        newId(),
        request.size,
        chunkSize,
        isNew,
        request.last_modified ?? null,
        lock,
        destination.grant ?? null,
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
    ...(request.mime_type ? { mime_type: request.mime_type } : {}),
  }
}

const sessionGone = () =>
  new HttpError(ErrorCode.uploadSessionGone, 'Upload session not found or expired')

/** An upload session of the caller. Throws 40011 when it is unknown, expired or another user's. */
function ownUpload(ctx: RequestContext, id: string): UploadRow {
  const user = requireUser(ctx)
  const upload = uploadById(ctx.context.db, id)
  if (upload?.user_key === user.key && upload.expires_at > ctx.context.now()) return upload
  throw sessionGone()
}

/** Chunks being received, as `<session> <index>`: two requests for one chunk would mix their bytes. */
const activeChunks = new WeakMap<ServiceContext, Set<string>>()

function activeChunksOf(context: ServiceContext): Set<string> {
  const known = activeChunks.get(context) ?? new Set<string>()
  activeChunks.set(context, known)
  return known
}

/**
 * Throws unless the upload may go on: 40011 when rights were taken away, what {@link requireShareGrant} throws, and 40073
 * without data when its lock is gone.
 */
function requireUsable(ctx: RequestContext, upload: UploadRow): void {
  const { db, now } = ctx.context
  if (upload.share_grant !== null) {
    const item = { key: upload.file_key }
    const use = { grant: upload.share_grant, user: ctx.user, item, now: now() }
    requireShareGrant(db, use, sessionGone)
  }
  if (!lockByToken(db, upload.lock_token, now())) throw lockExpiredError()
}

/**
 * `POST /file/upload/:id/:index` (docs/protocol.md §8.3): receives one chunk, in any order. A chunk that was received
 * already is accepted again, since its response may have been lost. The last one completes the file and releases its
 * lock. Throws 40011, 40012, 40013, 40051 when its size is no longer reserved and there is no room for it, 40073 without
 * data when the lock was removed, and 50004 when the disk is full: received chunks and the lock stay. Through a share
 * also what {@link requireShareGrant} throws.
 */
async function receiveChunk(ctx: RequestContext): Promise<void> {
  const { context, params } = ctx
  const { store } = context
  const upload = ownUpload(ctx, params['id'] ?? '')
  const index = Number(params['index'])
  if (!/^\d{1,6}$/.test(params['index'] ?? '') || index >= chunkCount(upload)) {
    throw new HttpError(ErrorCode.invalidChunkIndex, 'Invalid chunk index')
  }
  requireUsable(ctx, upload)
  const offset = index * upload.chunk_size
  const wanted = Math.min(upload.chunk_size, upload.size - offset)
  const wrongLength = () =>
    new HttpError(ErrorCode.invalidContentLength, 'Invalid content length', {
      detail: `chunk ${index} has ${wanted} bytes`,
    })
  const declared = ctx.request.headers.get('content-length')
  if (declared !== null && Number(declared) !== wanted) throw wrongLength()

  const active = activeChunksOf(context)
  const chunk = `${upload.id} ${index}`
  if (active.has(chunk)) {
    throw new HttpError(ErrorCode.conflict, 'Object conflict', {
      detail: 'this chunk is being received already',
    })
  }
  active.add(chunk)
  try {
    // The last chunk was received before, but its transaction failed (full disk, crash): the content is a draft again.
    store.revertToDraft(upload.entity_id)
    if (!upload.received.includes(index)) {
      beginChunk(ctx, upload.id, index)
      const size = await streamBodyToDraft(
        ctx,
        { id: upload.entity_id, offset },
        { limit: wanted, refusal: wrongLength },
      )
      if (size !== wanted) throw wrongLength()
    }
    finishChunk(ctx, upload.id, index)
  } finally {
    active.delete(chunk)
    // Cancelled while the chunk was received: nothing else would remove the draft.
    if (!uploadById(context.db, upload.id)) store.removeDraft(upload.entity_id)
  }
}

/** The owner of the place that an upload fills. Throws 40016 when it is gone. */
function placeOf({ db }: ServiceContext, upload: UploadRow) {
  const file = fileByKey(db, upload.file_key)
  const owner = file && userByKey(db, file.owner_key)
  if (!file || !owner) throw new HttpError(ErrorCode.pathNotFound, 'Path not exist')
  return { file, owner }
}

function beginChunk(ctx: RequestContext, id: string, index: number): void {
  const { context } = ctx
  context.db.transaction(() => {
    // Other chunks may have begun since the request was received.
    const upload = ownUpload(ctx, id)
    reserveChunk(context, placeOf(context, upload).owner, upload, index)
  })
}

function finishChunk(ctx: RequestContext, id: string, index: number): void {
  const { context } = ctx
  const { db } = context
  db.transaction(() => {
    const upload = ownUpload(ctx, id)
    requireUsable(ctx, upload)
    const received = [...new Set([...upload.received, index])]
    if (received.length < chunkCount(upload)) {
      db.run('UPDATE uploads SET received = ?, reserved_until = ? WHERE id = ?', [
        JSON.stringify(received),
        context.now() + reservationMs,
        id,
      ])
      return
    }
    const { file, owner } = placeOf(context, upload)
    requireCapacity(context, owner, upload.size, upload.id)
    db.run('DELETE FROM uploads WHERE id = ?', [id])
    releaseLock(db, upload.lock_token)
    commitVersion(context, file, {
      entityId: upload.entity_id,
      size: upload.size,
      authorKey: upload.user_key,
      modifiedAt: upload.last_modified,
    })
  })
}

/**
 * `DELETE /file/upload`: cancels an upload. Throws 40011, and 40073 when its path was locked by another application
 * since.
 */
async function cancelUpload(ctx: RequestContext): Promise<void> {
  const { id, uri } = await readBody(ctx, Cancel)
  if (uri) parseRequestUri(uri)
  const upload = ownUpload(ctx, id)
  const { db } = ctx.context
  const file = fileByKey(db, upload.file_key)
  if (file) {
    const { host, segments } = uriAndAncestorsOf(db, file).uri
    const target = {
      ownerKey: file.owner_key,
      host: host === 'trash' ? host : 'my',
      segments,
      isDeep: true,
    } as const
    requireUnlocked(ctx, [target], { except: [upload.lock_token] })
  }
  removeUpload(ctx.context, upload)
}

export const uploadRoutes: readonly Route[] = [
  ['PUT', '/file/upload', route(UploadSession, createSession)],
  ['POST', '/file/upload/:id/:index', route(NoData, receiveChunk)],
  ['DELETE', '/file/upload', route(NoData, cancelUpload)],
]
