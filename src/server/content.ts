import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import { receiveBody } from './body.ts'
import { readUri, requireUser } from './call.ts'
import type { Call, Route } from './call.ts'
import { destinationOf } from './destination.ts'
import type { Destination } from './destination.ts'
import { Refusal } from './envelope.ts'
import { fileBody, fileByKey } from './files.ts'
import { isId, newId } from './ids.ts'
import { lockByToken, releaseLock, renewLock, takeLock } from './locks.ts'
import { addVersion, committing, requireCapacity } from './versions.ts'

/** Most bytes that `PUT /file/content` and PutFile take. */
export const maxEditSize = 50 * 1024 * 1024

/** How long the lock of one request outlives a crash, and how often it is renewed meanwhile, in ms. */
const lockLife = { total: 120_000, renewal: 20_000 } as const

export const tooLarge = (): Refusal => new Refusal(Code.fileTooLarge, 'File size is too large')

/** 40073 without data: what held the way open is gone. */
export const lockExpired = (): Refusal =>
  new Refusal(Code.lockConflict, 'Lock expired', { detail: 'the lock was taken away' })

/** Adds an empty file without content; returns its key. */
export function addPlaceholder(
  call: Call,
  { owner, parentKey, name }: Destination,
  metadata: string | null,
): number {
  const { db, now } = call.context
  return db.run(
    `INSERT INTO files (id, owner_key, parent_key, type, name, size, created_at, updated_at, metadata)
     VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?)`,
    [newId(), owner.key, parentKey, FileType.file, name, now(), now(), metadata],
  ).key
}

/** Holds an `upload` lock while `work` receives; `stillHeld` throws 40073 without data once it was taken away. */
async function underLock<T>(
  call: Call,
  destination: Destination,
  work: (lock: { stillHeld: () => void; onPiece: () => void }) => Promise<T>,
): Promise<T> {
  const { db, now } = call.context
  const user = requireUser(call)
  const token = takeLock(
    call,
    {
      ...destination.lock,
      isDeep: true,
      type: FileType.file,
      application: { type: 'upload' },
      holderKey: user.key,
      expiresAt: now() + lockLife.total,
    },
    { share: destination.share },
  )
  let renewedAt = now()
  try {
    return await work({
      stillHeld() {
        if (!lockByToken(db, token, now())) throw lockExpired()
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
 * `PUT /file/content?uri=&previous=` (contract.md §8): the raw body becomes a new file, or the newest version of the one
 * that is there. Throws 40076 when `previous` is not its current version, 40016 when there is
 * none at all, 40049, 40051, 40052, 403, and 40073.
 */
async function putContent(call: Call): Promise<unknown> {
  const { db, store } = call.context
  const user = requireUser(call)
  const text = call.query.get('uri')
  if (!text) throw new Refusal(Code.invalidParameters, 'Uri cannot be empty')
  const previous = call.query.get('previous')
  if (previous && !isId(previous)) {
    throw new Refusal(Code.invalidParameters, 'Failed to parse object ID')
  }
  const uri = readUri(text)
  const before = destinationOf(call, uri)
  requirePrevious(before, previous)
  const entityId = newId()
  try {
    return await underLock(call, before, async ({ stillHeld, onPiece }) => {
      const size = await receiveBody(
        call,
        { id: entityId },
        { limit: maxEditSize, refusal: tooLarge, onPiece },
      )
      return committing(call.context, entityId, () => {
        stillHeld()
        // While it came in, anything may have happened that needs no lock of this path: its folder's parent was shared anew.
        const now = destinationOf(call, uri)
        requirePrevious(now, previous)
        requireCapacity(db, now.owner, size)
        const key = now.file?.key ?? addPlaceholder(call, now, null)
        const file = fileByKey(db, key)
        if (!file) throw new Error('file gone')
        addVersion(call.context, file, { entityId, size, authorKey: user.key })
        const written = fileByKey(db, key)
        if (!written) throw new Error('file gone')
        return fileBody(written, now.path, now.facts)
      })
    })
  } finally {
    store.drop(entityId)
  }
}

function requirePrevious({ file }: Destination, previous: string | null): void {
  if (!previous || file?.entity_id === previous) return
  if (!file) throw new Refusal(Code.pathNotFound, 'Path not exist', { detail: 'the file is gone' })
  throw new Refusal(Code.staleVersion, 'Stale version', {
    detail: 'the file has another version by now',
  })
}

export const contentRoutes: readonly Route[] = [['PUT', '/file/content', putContent]]
