import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { MetadataKey } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { NoData } from '#src/contract/schema.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { serializeMetadata, readMetadata } from '#src/server/files/metadata/item-texts.ts'
import { lockTargetOf, requireCapability, resolveUri } from '#src/server/files/resolve.ts'
import { readBody, parseRequestUri } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import type { Db } from '#src/server/storage/db.ts'
import { removeDeletedContents } from '#src/server/trash/purge.ts'

const Choice = v.object({
  uri: v.pipe(v.string(), v.nonEmpty()),
  version: v.pipe(v.string(), v.nonEmpty()),
})
type Choice = v.InferOutput<typeof Choice>
const Version = v.object({ id: v.string(), size: v.number() })

const versionNotFound = () => new HttpError(ErrorCode.contentNotFound, 'Entity does not exist')

/** The file and the version that a request names. Throws 403, 40016, 40073, and 40077 when there is no such version. */
function findVersion(ctx: RequestContext, { uri, version }: Choice) {
  const resolved = resolveUri(ctx, parseRequestUri(uri))
  requireCapability(resolved, Capability.versions)
  const { file } = resolved
  const sql = 'SELECT id, size FROM entities WHERE id = ? AND file_key = ? AND type = 0'
  const found = file && ctx.context.db.first(sql, [version, file.key], Version)
  if (!found) throw versionNotFound()
  requireUnlocked(ctx, [lockTargetOf(resolved, { isDeep: false })])
  return { file, version: found }
}

function makeCurrent(
  db: Db,
  file: FileRow,
  { id, size }: v.InferOutput<typeof Version>,
  at: number,
) {
  // The last one by key, so that the next saves do not put it away as the oldest.
  db.run('UPDATE entities SET key = (SELECT max(key) + 1 FROM entities) WHERE id = ?', [id])
  const { [MetadataKey.thumbDisabled]: _disabled, ...metadata } = readMetadata(db, file.key)
  db.run('UPDATE files SET entity_id = ?, size = ?, updated_at = ?, metadata = ? WHERE key = ?', [
    id,
    size,
    at,
    serializeMetadata(metadata),
    file.key,
  ])
}

/**
 * `POST /file/version/current` (docs/protocol.md §8.7): makes a version the current one; the others stay. Throws 403
 * (not the owner), 40016, 40073, 40077 (also when its content is gone from the disk).
 */
async function setCurrentVersion(ctx: RequestContext): Promise<void> {
  const { db, store, now } = ctx.context
  const choice = await readBody(ctx, Choice)
  db.transaction(() => {
    const { file, version } = findVersion(ctx, choice)
    if (store.size(version.id) === null) throw versionNotFound()
    if (version.id !== file.entity_id) makeCurrent(db, file, version, now())
  })
}

/**
 * `DELETE /file/version` (docs/protocol.md §8.7): deletes a version that is not the current one. Throws 403 (the current
 * one, or not the owner), 40016, 40073, 40077.
 */
async function deleteVersion(ctx: RequestContext): Promise<void> {
  const { db } = ctx.context
  const choice = await readBody(ctx, Choice)
  db.transaction(() => {
    const { file, version } = findVersion(ctx, choice)
    if (version.id === file.entity_id) {
      throw new HttpError(ErrorCode.forbidden, 'Not supported action', {
        detail: 'the current version',
      })
    }
    db.run('DELETE FROM entities WHERE id = ?', [version.id])
    db.run('INSERT OR IGNORE INTO discards (entity_id) VALUES (?)', [version.id])
  })
  await removeDeletedContents(ctx.context)
}

export const versionRoutes: readonly Route[] = [
  ['POST', '/file/version/current', route(NoData, setCurrentVersion)],
  ['DELETE', '/file/version', route(NoData, deleteVersion)],
]
