import * as v from 'valibot'
import { FileType, MetadataKey } from '#src/contract/file.ts'
import type { File } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import { isoTime } from '#src/server/http/responses/envelope.ts'
import type { WithRequired, Wire } from '#src/server/http/wire.ts'
import { SqlBoolean } from '#src/server/storage/db.ts'
import type { Db } from '#src/server/storage/db.ts'
import { parseMetadata } from './metadata/item-texts.ts'
import type { LongTextColumns } from './metadata/item-texts.ts'

/** The owner's capabilities in the file system and in the trash, with the bit numbers of the public server. */
export const ownerCapabilities = {
  my: encodeBoolset([
    Capability.createFile,
    Capability.rename,
    Capability.upload,
    Capability.download,
    Capability.updateMetadata,
    Capability.listChildren,
    Capability.thumbnail,
    Capability.deletePermanently,
    Capability.lock,
    Capability.softDelete,
    Capability.share,
    Capability.info,
    Capability.versions,
    Capability.enter,
    Capability.changeView,
  ]),
  trash: encodeBoolset([
    Capability.listChildren,
    Capability.deletePermanently,
    Capability.lock,
    Capability.restore,
    Capability.info,
  ]),
  shared_with_me: encodeBoolset([Capability.download, Capability.listChildren, Capability.enter]),
} as const

/** What the owner may do with a shortcut to a share: it has neither contents nor children of its own. */
export const shortcutCapability = encodeBoolset([
  Capability.rename,
  Capability.updateMetadata,
  Capability.listChildren,
  Capability.deletePermanently,
  Capability.lock,
  Capability.softDelete,
  Capability.info,
  Capability.enter,
])

export const FileRow = v.object({
  key: v.number(),
  id: v.string(),
  owner_key: v.number(),
  parent_key: v.nullable(v.number()),
  type: v.number(),
  name: v.string(),
  size: v.number(),
  created_at: v.number(),
  updated_at: v.number(),
  entity_id: v.nullable(v.string()),
  trash_id: v.nullable(v.string()),
  collect_at: v.nullable(v.number()),
  has_view: SqlBoolean,
  is_shared: SqlBoolean,
  is_shortcut: SqlBoolean,
})
/** An item without its long texts, which `item-texts.ts` reads. */
export type FileRow = v.InferOutput<typeof FileRow>

/**
 * SQL condition on a row of `files`: it is a shortcut. The index `files_shortcuts` has the same condition. The comma or
 * bracket before the name keeps it from matching the end of a key like `a:"sys:shared_redirect`.
 */
export const isShortcutSql = (row: string): string =>
  `(${['{', ',']
    .map((before) => `instr(${row}.metadata, '${before}"${MetadataKey.sharedRedirect}":') > 0`)
    .join(' OR ')})`

/** The columns of {@link FileRow} but the last, for `FROM files f`. None of them reads a long text. */
export const fileRowColumns = `f.key, f.id, f.owner_key, f.parent_key, f.type, f.name, f.size, f.created_at, f.updated_at,
  f.entity_id, f.trash_id, f.collect_at, f.view IS NOT NULL AS has_view,
  EXISTS (SELECT 1 FROM shares s WHERE s.file_key = f.key) AS is_shared`

const select = `SELECT ${fileRowColumns}, ifnull(${isShortcutSql('f')}, 0) AS is_shortcut FROM files f`

export const fileByKey = (db: Db, key: number) =>
  db.first(`${select} WHERE f.key = ?`, [key], FileRow)
export const fileById = (db: Db, id: string) =>
  db.first(`${select} WHERE f.id = ? AND f.collect_at IS NOT 0`, [id], FileRow)
export const childByName = (db: Db, parentKey: number, name: string) =>
  db.first(`${select} WHERE f.parent_key = ? AND f.name = ?`, [parentKey, name], FileRow)
export const rootFolderOf = (db: Db, ownerKey: number) =>
  db.first(
    `${select} WHERE f.owner_key = ? AND f.parent_key IS NULL AND f.trash_id IS NULL`,
    [ownerKey],
    FileRow,
  )
/** SQL condition on `f`: it is in the trash, and its deletion for good has not begun (`beginDeletion` in `purge.ts`). */
export const isInTrashSql = 'f.trash_id IS NOT NULL AND f.collect_at <> 0'

/** The item with this trash id in a user's trash. */
export const fileByTrashId = (db: Db, ownerKey: number, trashId: string) =>
  db.first(
    `${select} WHERE f.trash_id = ? AND f.owner_key = ? AND ${isInTrashSql}`,
    [trashId, ownerKey],
    FileRow,
  )

const Ancestor = v.object({
  name: v.string(),
  key: v.number(),
  trash_id: v.nullable(v.string()),
  parent_key: v.nullable(v.number()),
})

/** An item and the folders above it, the root last. */
export const chainOf = (db: Db, key: number): v.InferOutput<typeof Ancestor>[] =>
  db.query(
    `WITH RECURSIVE up (key, parent_key, name, trash_id, depth) AS (
       SELECT key, parent_key, name, trash_id, 0 FROM files WHERE key = ?
       UNION ALL
       SELECT f.key, f.parent_key, f.name, f.trash_id, up.depth + 1 FROM files f JOIN up ON f.key = up.parent_key
     ) SELECT key, parent_key, name, trash_id FROM up ORDER BY depth`,
    [key],
    Ancestor,
  )

/** The URI of an item in its owner's space or trash, and its ancestors, the parent first. */
export function uriAndAncestorsOf(
  db: Db,
  file: FileRow,
): { uri: ParsedUri; above: v.InferOutput<typeof Ancestor>[] } {
  const chain = chainOf(db, file.key)
  const top = chain.at(-1)
  const names = chain
    .slice(0, -1)
    .map((item) => item.name)
    .reverse()
  const uri: ParsedUri = top?.trash_id
    ? { host: 'trash', segments: [top.trash_id, ...names] }
    : { host: 'my', segments: names }
  return { uri, above: chain.slice(1) }
}

/** Whether an item is the one with this key, or below it. */
export const isAtOrBelow = (db: Db, file: FileRow, key: number | undefined): boolean =>
  file.key === key || uriAndAncestorsOf(db, file).above.some((folder) => folder.key === key)

const Parent = v.object({ parent_key: v.nullable(v.number()) })

/** {@link isAtOrBelow} for many items: each folder is looked up once. */
export function createInsideCheck(
  db: Db,
  key: number,
): (item: Pick<FileRow, 'key' | 'parent_key'>) => boolean {
  const known = new Map([[key, true]])
  const isInside = (item: Pick<FileRow, 'key' | 'parent_key'>): boolean => {
    if (item.key === key) return true
    const folder = item.parent_key
    if (folder === null) return false
    const found = known.get(folder)
    if (found !== undefined) return found
    const row = db.first('SELECT parent_key FROM files WHERE key = ?', [folder], Parent)
    const answer = row !== undefined && isInside({ key: folder, ...row })
    known.set(folder, answer)
    return answer
  }
  return isInside
}

/** The owner's capability for an item of a folder with `capability`; a shortcut to a share has its own (docs/protocol.md §4.9). */
export const capabilityInFolder = (file: FileRow, capability: string): string =>
  capability === ownerCapabilities.my && file.is_shortcut ? shortcutCapability : capability

/** What of the long texts of an item is in a list. */
export type ListedLongTexts = Pick<LongTextColumns, 'metadata' | 'restore_uri'>

/** The metadata on the wire: the stored one, and for a trashed item where it was and when it will be deleted. */
function wireMetadata(file: FileRow, texts: ListedLongTexts): Record<string, string> {
  const metadata = parseMetadata(texts.metadata)
  if (texts.restore_uri !== null) metadata[MetadataKey.restoreUri] = texts.restore_uri
  if (file.collect_at !== null) metadata[MetadataKey.collectTime] = String(file.collect_at)
  return metadata
}

/** Metadata for the caller: visitors see that an upload is unfinished, but not the id of its session, nor where shortcuts lead. */
export function visibleMetadata(
  file: FileRow,
  texts: ListedLongTexts,
  isOwned: boolean,
): Record<string, string> {
  const metadata = wireMetadata(file, texts)
  if (!isOwned && Object.hasOwn(metadata, MetadataKey.uploadSession)) {
    metadata[MetadataKey.uploadSession] = ''
  }
  if (!isOwned) {
    delete metadata[MetadataKey.sharedRedirect]
    delete metadata[MetadataKey.sharedOwner]
  }
  return metadata
}

/** Formats a URI for the wire, where a root ends in a slash. */
export const formatUriWithRootSlash = (uri: ParsedUri): string =>
  uri.segments.length === 0 ? `${formatUri(uri)}/` : formatUri(uri)

export type FileResponse = WithRequired<Wire<typeof File>, 'path' | 'capability' | 'primary_entity'>

/** `FileResponse` of the wire; `metadata` is null without `texts`. */
export function toFileResponse(
  file: FileRow,
  path: string,
  facts: { capability: string; isOwned: boolean; texts?: ListedLongTexts },
): FileResponse {
  const isMine = facts.isOwned && file.trash_id === null
  return {
    type: file.type,
    id: file.id,
    name: file.parent_key === null && file.trash_id === null ? '' : file.name,
    created_at: isoTime(file.created_at),
    updated_at: isoTime(file.updated_at),
    size: file.type === FileType.folder ? 0 : file.size,
    metadata: facts.texts ? visibleMetadata(file, facts.texts, facts.isOwned) : null,
    path,
    ...(file.is_shared && isMine ? { shared: true } : {}),
    capability: capabilityInFolder(file, facts.capability),
    ...(facts.isOwned ? { owned: true } : {}),
    primary_entity: file.entity_id ?? '0',
  }
}
