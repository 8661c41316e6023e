import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { File, FileType } from '#src/contract/file.ts'
import { requireCapacity } from '#src/server/accounts/capacity.ts'
import { toFileResponse, fileByKey } from '#src/server/files/files.ts'
import type { FileResponse } from '#src/server/files/files.ts'
import { readLongTextColumns } from '#src/server/files/metadata/item-texts.ts'
import { resolveWriteTarget } from '#src/server/files/write-target.ts'
import type { WriteTarget } from '#src/server/files/write-target.ts'
import { streamBodyToDraft } from '#src/server/http/body.ts'
import { parseRequestUri, requireId, requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { lockByToken, releaseLock, renewLock, takeLock } from '#src/server/locks/locks.ts'
import { newId } from '#src/server/storage/ids.ts'
import { commitVersion, commitOrRevertToDraft } from './versions.ts'

/** The largest content that one request can put, in bytes. */
export const maxContentBytes = 50 * 1024 * 1024

/** Lifetime of the lock of one request (which ends it after a crash) and interval of its renewal, in ms. */
const lockLife = { total: 120_000, renewal: 20_000 } as const

/** 40049: the content is too large. */
export const contentTooLargeError = (): HttpError =>
  new HttpError(ErrorCode.fileTooLarge, 'File size is too large')

/** 40073 without data: the caller's own lock is gone. */
export const lockExpiredError = (): HttpError =>
  new HttpError(ErrorCode.lockConflict, 'Lock expired', { detail: 'the lock was taken away' })

/** Inserts a file without content; returns its key. */
export function insertEmptyFile(
  ctx: RequestContext,
  { owner, parentKey, name }: WriteTarget,
  metadata: string | null,
): number {
  const { db, now } = ctx.context
  return db.run(
    `INSERT INTO files (id, owner_key, parent_key, type, name, size, created_at, updated_at, metadata)
     VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?)`,
    [newId(), owner.key, parentKey, FileType.file, name, now(), now(), metadata],
  ).key
}

/** Holds an `upload` lock while `work` runs; `stillHeld` throws 40073 without data once the lock was removed. */
async function withUploadLock<T>(
  ctx: RequestContext,
  destination: WriteTarget,
  work: (lock: { stillHeld: () => void; onPiece: () => void }) => Promise<T>,
): Promise<T> {
  const { db, now } = ctx.context
  const user = requireUser(ctx)
  const token = takeLock(
    ctx,
    {
      ...destination.lock,
      isDeep: true,
      type: FileType.file,
      application: { type: 'upload' },
      holderKey: user.key,
      expiresAt: now() + lockLife.total,
      grant: destination.grant,
    },
    { share: destination.share },
  )
  let renewedAt = now()
  try {
    return await work({
      stillHeld() {
        if (!lockByToken(db, token, now())) throw lockExpiredError()
      },
      onPiece() {
        if (now() - renewedAt < lockLife.renewal) return
        renewedAt = now()
        renewLock(db, token, renewedAt + lockLife.total)
      },
    })
  } finally {
    releaseLock(db, token)
  }
}

/**
 * `PUT /file/content?uri=&previous=` (docs/protocol.md §8.5): the raw body becomes a new file, or the newest version of
 * an existing one. Throws 40076 when `previous` is not its current version, 40016 when the file does not exist, 40049,
 * 40051, 40052, 403, and 40073.
 */
async function putContent(ctx: RequestContext): Promise<FileResponse> {
  const { db, store } = ctx.context
  const user = requireUser(ctx)
  const text = ctx.query.get('uri')
  if (!text) throw new HttpError(ErrorCode.invalidParameters, 'Uri cannot be empty')
  const previous = ctx.query.get('previous')
  if (previous) requireId(previous)
  const uri = parseRequestUri(text)
  const before = resolveWriteTarget(ctx, uri)
  requirePrevious(before, previous)
  const entityId = newId()
  try {
    return await withUploadLock(ctx, before, async ({ stillHeld, onPiece }) => {
      const size = await streamBodyToDraft(
        ctx,
        { id: entityId },
        { limit: maxContentBytes, refusal: contentTooLargeError, onPiece },
      )
      return commitOrRevertToDraft(ctx.context, entityId, () => {
        // Resolved again: permissions and shares can change during the upload without a conflict with its lock, and
        // end the lock, which is why it is asked after them.
        const now = resolveWriteTarget(ctx, uri)
        stillHeld()
        requirePrevious(now, previous)
        requireCapacity(ctx.context, now.owner, size)
        const key = now.file?.key ?? insertEmptyFile(ctx, now, null)
        const file = fileByKey(db, key)
        if (!file) throw new Error('file gone')
        commitVersion(ctx.context, file, { entityId, size, authorKey: user.key })
        const written = fileByKey(db, key)
        if (!written) throw new Error('file gone')
        return toFileResponse(written, now.path, {
          ...now.access,
          texts: readLongTextColumns(db, key),
        })
      })
    })
  } finally {
    store.removeDraft(entityId)
  }
}

function requirePrevious({ file }: WriteTarget, previous: string | null): void {
  if (!previous || file?.entity_id === previous) return
  if (!file)
    throw new HttpError(ErrorCode.pathNotFound, 'Path not exist', { detail: 'the file is gone' })
  throw new HttpError(ErrorCode.staleVersion, 'Stale version', {
    detail: 'the file has another version by now',
  })
}

export const putContentRoutes: readonly Route[] = [
  ['PUT', '/file/content', route(File, putContent)],
]
