import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { type RequestContext, maxItemDepth } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import type { Db } from '#src/server/storage/db.ts'
import { newId } from '#src/server/storage/ids.ts'
import { toFileResponse, formatUriWithRootSlash } from './files.ts'
import type { FileResponse } from './files.ts'
import { serializeMetadata, requireCapacityForTexts } from './metadata/item-texts.ts'
import { parseName } from './names.ts'
import { canHoldItems, resolveChild, requireCapability } from './resolve.ts'
import type { ResolvedUri } from './resolve.ts'

/** Throws 40052 for a path with more segments than allowed: work on deep paths would hold up other requests. */
export function requireAllowedDepth(depth: number): void {
  if (depth > maxItemDepth) throw new HttpError(ErrorCode.illegalName, 'Path too deep')
}

/** Levels of folders below the deepest of these items, themselves included; at most one more than is allowed. */
export function subtreeDepth(db: Db, keys: readonly number[]): number {
  // The query goes through folders only, and asks whether there is anything else in them: one of them can hold 100,000
  // files.
  const sql = `WITH RECURSIVE tree (key, depth) AS (
      SELECT value, 1 FROM json_each(?)
      UNION ALL
      SELECT f.key, tree.depth + 1 FROM tree CROSS JOIN files f ON f.parent_key = tree.key AND f.type = ${FileType.folder}
        WHERE tree.depth <= ?
    ) SELECT max(depth + EXISTS (SELECT 1 FROM files f WHERE f.parent_key = tree.key)) AS height FROM tree`
  const row = db.first(
    sql,
    [JSON.stringify(keys), maxItemDepth],
    v.object({ height: v.nullable(v.number()) }),
  )
  return row?.height ?? 0
}

/**
 * Inserts an item into a folder; the owner of the folder owns it. The name must be legal and free. Throws 40001 and 40051
 * for too much metadata.
 */
export function insertItem(
  ctx: RequestContext,
  folder: ResolvedUri,
  name: string,
  item: { type: number; size?: number; entityId?: string; metadata?: Record<string, string> },
): ResolvedUri {
  const { db, now } = ctx.context
  const metadata = serializeMetadata(item.metadata ?? {})
  requireCapacityForTexts(ctx.context, folder.owner, { metadata, view: null })
  const { key } = db.run(
    `INSERT INTO files (id, owner_key, parent_key, type, name, size, created_at, updated_at, entity_id, metadata)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      newId(),
      folder.owner.key,
      folder.file?.key ?? null,
      item.type,
      name,
      item.size ?? 0,
      now(),
      now(),
      item.entityId ?? null,
      metadata,
    ],
  )
  if (item.entityId !== undefined) {
    insertVersion(ctx, folder, { fileKey: key, id: item.entityId, size: item.size ?? 0 })
  }
  const resolved = resolveChild(db, folder, name)
  if (!resolved) throw new Error('the inserted file was not found')
  return resolved
}

/** Inserts a version of a file; the caller is its author. */
export function insertVersion(
  ctx: RequestContext,
  { owner }: Pick<ResolvedUri, 'owner'>,
  entity: { fileKey: number; id: string; size: number },
): void {
  ctx.context.db.run(
    'INSERT INTO entities (id, file_key, owner_key, size, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?)',
    [entity.id, entity.fileKey, owner.key, entity.size, ctx.context.now(), ctx.user?.key ?? null],
  )
}

/**
 * Creates the missing folders above a new item, after checking that the caller may create it, that the names are legal
 * and that nothing is locked. Returns the parent folder and the name of the new item. Throws 403 (not a folder, or not
 * allowed), 40052 and 40073.
 */
export function createParentFolders(
  ctx: RequestContext,
  { resolved, rest }: { resolved: ResolvedUri; rest: readonly string[] },
): { folder: ResolvedUri; name: string } {
  requireCapability(resolved, Capability.createFile)
  if (!canHoldItems(resolved)) {
    throw new HttpError(ErrorCode.forbidden, 'Not supported action', { detail: 'no folder' })
  }
  const names = rest.map(parseName)
  requireAllowedDepth(resolved.segments.length + names.length)
  const targets = names.map((_name, index) => ({
    ownerKey: resolved.owner.key,
    host: 'my' as const,
    segments: [...resolved.segments, ...names.slice(0, index + 1)],
    isDeep: index === names.length - 1,
  }))
  requireUnlocked(ctx, targets, { share: resolved.share })
  let folder: ResolvedUri = resolved
  for (const name of names.slice(0, -1)) {
    folder = insertItem(ctx, folder, name, { type: FileType.folder })
  }
  return { folder, name: names.at(-1) ?? '' }
}

/** The response body of a write: the file without its metadata. */
export function fileResponseWithoutMetadata({
  file,
  uri,
  capability,
  isOwned,
}: ResolvedUri): FileResponse {
  if (!file) throw new Error('the written item was not found')
  return toFileResponse(file, formatUriWithRootSlash(uri), { capability, isOwned })
}
