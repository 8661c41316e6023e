import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType, MetadataKey } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { requireCapacity } from '#src/server/accounts/capacity.ts'
import { userByKey } from '#src/server/accounts/users.ts'
import type { RequestContext, ServiceContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { maxRowsPerStep } from '#src/server/http/time-slices.ts'
import type { StepResult } from '#src/server/http/time-slices.ts'
import { createShareCapabilityGrant, requireShareGrant } from '#src/server/shares/share-grants.ts'
import type { Db } from '#src/server/storage/db.ts'
import { newId } from '#src/server/storage/ids.ts'
import { moveToTrash } from '#src/server/trash/trash.ts'
import { fileByKey, isShortcutSql, uriAndAncestorsOf } from './files.ts'
import type { FileRow } from './files.ts'
import { insertVersion } from './insert-item.ts'
import { readLongTextColumns, countedTextBytes, allowedTextGrowth } from './metadata/item-texts.ts'
import type { ResolvedUri } from './resolve.ts'

const maxItems = 100_000
const tooMany = () => new HttpError(40079, 'Too many items to copy')

const Row = v.object({
  key: v.number(),
  type: v.number(),
  name: v.string(),
  size: v.number(),
  entity_id: v.nullable(v.string()),
  metadata: v.nullable(v.string()),
  view: v.nullable(v.string()),
})
type Row = v.InferOutput<typeof Row>

/** The keys of the service that a copy has, too: a copy of a shortcut leads to the same share. */
const keptKeys: ReadonlySet<string> = new Set([MetadataKey.sharedRedirect, MetadataKey.sharedOwner])

/** Metadata without the other keys of the service (`sys:`). */
function copiedMetadata(text: string | null): string | null {
  if (text === null) return null
  const kept = Object.entries(JSON.parse(text) as object).filter(
    ([name]) => !name.startsWith('sys:') || keptKeys.has(name),
  )
  return kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null
}

/** Whether this file is the placeholder of an upload that has not finished. What was written meanwhile is a file. */
export function isUploadPlaceholder(db: Db, { key, entity_id: content }: FileRow): boolean {
  const sql = 'SELECT 1 AS found FROM uploads WHERE file_key = ? AND is_new = 1'
  return content === null && db.first(sql, [key], v.object({ found: v.number() })) !== undefined
}

/** Number and bytes of the items and of everything below them. */
function subtreeSize(db: Db, keys: readonly number[]): { count: number; bytes: number } {
  // The folders are found first, then what is in each: the sums come from an index, without reading the rows.
  const sql = `WITH RECURSIVE folders (key) AS (
      SELECT f.key FROM json_each(?) AS item CROSS JOIN files f ON f.key = item.value AND f.type = ${FileType.folder}
      UNION ALL
      SELECT f.key FROM folders CROSS JOIN files f ON f.parent_key = folders.key AND f.type = ${FileType.folder}
    )
    SELECT count(*) AS count, ifnull(sum(size), 0) AS bytes FROM (
      SELECT f.size FROM json_each(?) AS item CROSS JOIN files f ON f.key = item.value
      UNION ALL
      SELECT f.size FROM folders CROSS JOIN files f ON f.parent_key = folders.key)`
  const items = JSON.stringify(keys)
  const found = db.first(sql, [items, items], v.object({ count: v.number(), bytes: v.number() }))
  return found ?? { count: 0, bytes: 0 }
}

/** Throws 40051 (no capacity left for the contents) or 40079 (more than 100,000 items) when these items cannot be copied to a folder. */
export function requireCopyWithinLimits(
  context: Pick<ServiceContext, 'db' | 'now'>,
  keys: readonly number[],
  folder: ResolvedUri,
): void {
  const { count, bytes } = subtreeSize(context.db, keys)
  if (count > maxItems) throw tooMany()
  requireCapacity(context, folder.owner, bytes)
}

/**
 * Copies a row without what is below it; returns the key of the copy. Adds the id of a copied content to `made`. Throws
 * 40001 for one with too much metadata, which an older build has stored.
 */
function copyRow(
  ctx: RequestContext,
  row: Row,
  to: { folder: ResolvedUri; key: number; made: string[] },
): number {
  const { db, store, now } = ctx.context
  const { owner } = to.folder
  const entityId = row.entity_id === null ? null : newId()
  const metadata = copiedMetadata(row.metadata)
  allowedTextGrowth({ metadata, view: row.view })
  const { key } = db.run(
    `INSERT INTO files (id, owner_key, parent_key, type, name, size, created_at, updated_at, entity_id, metadata, view)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      newId(),
      owner.key,
      to.key,
      row.type,
      row.name,
      row.size,
      now(),
      now(),
      entityId,
      metadata,
      row.view,
    ],
  )
  if (row.entity_id !== null && entityId !== null) {
    insertVersion(ctx, to.folder, { fileKey: key, id: entityId, size: row.size })
    to.made.push(entityId)
    store.copy(row.entity_id, entityId)
  }
  return key
}

/** Throws 40016 when the item is gone, and what {@link requireShareGrant} throws when the share does not allow the copy any more. */
function requireStillCopyable(ctx: RequestContext, item: FileRow, folder: ResolvedUri): void {
  const { db, now } = ctx.context
  if (!fileByKey(db, item.key)) throw new HttpError(ErrorCode.pathNotFound, 'Path not exist')
  if (!folder.share || !folder.file) return
  const grant = createShareCapabilityGrant(folder.share, Capability.createFile)
  for (const one of [item, folder.file])
    requireShareGrant(db, { grant, user: ctx.user, item: one, now: now() })
}

/** A folder that is being copied: which of its rows come next, and the time slice in which it was last asked for. */
type OpenFolder = { from: number; to: number; type: number; after: number; slice: number }

/** Throws 40016 when a folder of a copy in a share, or its copy, was moved out of the share meanwhile. */
function requireStillInside(
  { context, user }: RequestContext,
  { from, to }: OpenFolder,
  { share }: ResolvedUri,
): void {
  if (!share) return
  const { db, now } = context
  const grant = createShareCapabilityGrant(share, Capability.createFile)
  for (const key of [from, to]) {
    if (fileByKey(db, key)) requireShareGrant(db, { grant, user, item: { key }, now: now() })
  }
}

/**
 * The next rows of a folder, folders before files, without placeholders of unfinished uploads, and for a visitor without
 * shortcuts: a copy of one would be a new entry in what is shared with the owner.
 */
function nextRows(db: Db, open: OpenFolder, limit: number, { isOwned }: ResolvedUri): Row[] {
  return db.query(
    `SELECT f.key, f.type, f.name, f.size, f.entity_id, f.metadata, f.view FROM files f
     WHERE f.parent_key = ? AND f.type = ? AND f.key > ?
       AND (f.entity_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM uploads u WHERE u.file_key = f.key AND u.is_new = 1))
       ${isOwned ? '' : `AND ${isShortcutSql('f')} IS NOT TRUE`}
     ORDER BY f.key LIMIT ?`,
    [open.from, open.type, open.after, limit],
    Row,
  )
}

/** The copies that one request makes, in time slices. */
export type Copier = {
  /**
   * Copies the next rows of an item and of what is below it into the folder. Throws 40016 when the item has been
   * deleted meanwhile, 40051, 40079 and what {@link requireShareGrant} throws.
   */
  copy(item: FileRow, folder: ResolvedUri): StepResult
  /** Tells that the last time slice was committed. */
  onCommit(): void
  /** Moves the copies that are not finished to the trash. `isCommitted` is false when the last time slice was not. */
  finish(isCommitted: boolean): void
}

/**
 * Copies items and everything below them into a folder; the owner of the folder owns the copies. Versions, links and
 * locks are not copied. A copy of a folder is noted as unfinished until all of it is there, so that a kill leaves no half of it.
 */
export function createCopier(ctx: RequestContext): Copier {
  const { db, store } = ctx.context
  const requireRoom = (rows: readonly Row[], { owner }: ResolvedUri) => {
    const bytes = rows.reduce((sum, row) => sum + row.size + countedTextBytes(row), 0)
    requireCapacity(ctx.context, owner, bytes)
  }
  /** By key of the original. */
  const copies = new Map<number, { root: number; open: OpenFolder[] }>()
  /** Contents of the current transaction. */
  const made: string[] = []
  let total = 0
  /** Number of the time slice. Other requests are answered between two of them, and can move what is copied. */
  let slice = 0

  function begin(item: FileRow, folder: ResolvedUri) {
    const row = { ...item, ...readLongTextColumns(db, item.key) }
    requireRoom([row], folder)
    const root = copyRow(ctx, row, { folder, key: folder.file?.key ?? 0, made })
    const open: OpenFolder[] = []
    if (item.type === FileType.folder) {
      db.run('INSERT INTO unfinished_copies (file_key) VALUES (?)', [root])
      open.push({ from: item.key, to: root, type: FileType.folder, after: 0, slice })
    }
    const copy = { root, open }
    copies.set(item.key, copy)
    return copy
  }

  function copySome(item: FileRow, folder: ResolvedUri): StepResult {
    let rows = 0
    let copy = copies.get(item.key)
    if (!copy) {
      copy = begin(item, folder)
      rows++
    } else requireStillCopyable(ctx, item, folder)
    const { open } = copy
    while (rows < maxRowsPerStep && open.length > 0) {
      const current = open.at(-1) as OpenFolder
      if (current.slice !== slice) requireStillInside(ctx, current, folder)
      current.slice = slice
      // Another client can have deleted it.
      const children = fileByKey(db, current.to)
        ? nextRows(db, current, maxRowsPerStep - rows, folder)
        : []
      requireRoom(children, folder)
      for (const child of children) {
        const key = copyRow(ctx, child, { folder, key: current.to, made })
        current.after = child.key
        if (child.type === FileType.folder)
          open.push({ from: child.key, to: key, type: FileType.folder, after: 0, slice })
      }
      rows += children.length
      if (children.length > 0) continue
      if (current.type === FileType.file) open.pop()
      else Object.assign(current, { type: FileType.file, after: 0 })
    }
    total += rows
    if (total > maxItems) throw tooMany()
    if (open.length === 0) db.run('DELETE FROM unfinished_copies WHERE file_key = ?', [copy.root])
    return { rows, isDone: open.length === 0 }
  }

  return {
    copy(item, folder) {
      const before = made.length
      const isBegun = copies.has(item.key)
      try {
        return copySome(item, folder)
      } catch (error) {
        for (const id of made.splice(before)) store.remove(id)
        // Its row is undone, and the next row of anybody gets the same key.
        if (!isBegun) copies.delete(item.key)
        throw error
      }
    },
    onCommit: () => {
      made.length = 0
      slice++
    },
    finish(isCommitted) {
      if (!db.isOpen()) return
      // The transaction has failed, and its new contents go.
      if (!isCommitted) for (const id of made.splice(0)) store.remove(id)
      const roots = new Set([...copies.values()].map(({ root }) => root))
      trashUnfinishedCopies(ctx.context, (key) => roots.has(key))
    },
  }
}

const Key = v.object({ key: v.number() })

/** They are not deleted for good: others can have moved items into them, or written there. */
function trashUnfinishedCopies(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  isMine: (key: number) => boolean,
): void {
  db.transaction(() => {
    for (const { key } of db.query('SELECT file_key AS key FROM unfinished_copies', [], Key)) {
      const file = isMine(key) ? fileByKey(db, key) : undefined
      const owner = file && userByKey(db, file.owner_key)
      if (!owner) continue
      const { host, segments } = uriAndAncestorsOf(db, file).uri
      const retentionSeconds = owner.trash_retention
      if (host === 'my') moveToTrash(db, key, { segments, at: now(), retentionSeconds })
      db.run('DELETE FROM unfinished_copies WHERE file_key = ?', [key])
    }
  })
}

/** Moves the copies that a kill left unfinished to the trash. Never throws: they stay noted when the disk fails. */
export function trashInterruptedCopies(context: Pick<ServiceContext, 'db' | 'now'>): void {
  try {
    trashUnfinishedCopies(context, () => true)
  } catch (error) {
    console.error('Latchkey: unfinished copies could not be moved to the trash', error)
  }
}
