import * as v from 'valibot'
import { FileType, MetadataKey } from '#src/contract/file.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { fileById, uriAndAncestorsOf } from '#src/server/files/files.ts'
import type { ServiceContext } from '#src/server/http/request-context.ts'
import type { Db } from '#src/server/storage/db.ts'
import { newId } from '#src/server/storage/ids.ts'
import { moveToTrash } from '#src/server/trash/trash.ts'
import { storedFolderView, storedViewOfHost } from '#src/server/views/views.ts'
import type { UserKeyLookup } from './user-key-lookup.ts'

/** Times are milliseconds since 1970; now when left out. */
type Times = { createdAt?: number; updatedAt?: number }

export type FileBuilders = {
  /** Adds the folder and those of its ancestors that are missing; returns its id, also when it exists already. */
  addFolder(owner: string, segments: readonly string[], times?: Times): string
  /** Without contents the file has a size but cannot be downloaded. Throws when the name is taken. */
  addFile(
    owner: string,
    segments: readonly string[],
    file?: Times & {
      size?: number
      contents?: Uint8Array
      metadata?: Readonly<Record<string, string>>
    },
  ): string
  /** Adds a shortcut to a share (docs/protocol.md §4.9); returns its id. Throws when the name is taken. */
  addShortcut(owner: string, segments: readonly string[], shareId: string, times?: Times): string
  /** The id of the file or folder at a path below the owner's root folder, or undefined. */
  findFile(owner: string, segments: readonly string[]): string | undefined
  /** Gives a file or folder another name. Throws when the name is taken. */
  renameFile(fileId: string, name: string): void
  /** Permanently deletes a file or a folder with its contents. Items that were moved to the trash before stay there. */
  removeFile(fileId: string): void
  /**
   * Moves an item to the trash; returns its id there (`svc://trash/<id>`). `restoreUri` is where it came from, its path
   * when left out.
   */
  trashFile(
    fileId: string,
    options?: { at?: number; retentionSeconds?: number; restoreUri?: string },
  ): string
  /** Stores a view on a folder, or on a user's trash; null removes it. */
  setView(target: ViewTarget, view: ViewSetting | null): void
  /** The view that `setView` or a request stored there; null without one. */
  viewOf(target: ViewTarget): ViewSetting | null
}

/** The id of a folder, or the root of a user's trash. */
type ViewTarget = string | { trashOf: string }

const Row = v.object({ key: v.number(), id: v.string() })
type Row = v.InferOutput<typeof Row>

type NewFile = Times & {
  owner: number
  parent: number
  type: number
  name: string
  size: number
  entityId?: string
  metadata?: Readonly<Record<string, string>> | undefined
}

/** Inserts files and folders below the root folders of users. */
function createTree({ db, now }: ServiceContext) {
  /** Folders by owner and path: sample data puts thousands of files into one. */
  const folders = new Map<string, Row>()

  function insert({
    owner,
    parent,
    type,
    name,
    size,
    entityId,
    metadata = {},
    createdAt = now(),
    updatedAt = createdAt,
  }: NewFile): Row {
    const id = newId()
    const metadataText = Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null
    const { key } = db.run(
      `INSERT INTO files (id, owner_key, parent_key, type, name, size, created_at, updated_at, entity_id, metadata)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [id, owner, parent, type, name, size, createdAt, updatedAt, entityId ?? null, metadataText],
    )
    return { id, key }
  }

  function rootOf(owner: number): Row {
    const root = db.first(
      'SELECT key, id FROM files WHERE owner_key = ? AND parent_key IS NULL AND trash_id IS NULL',
      [owner],
      Row,
    )
    if (!root) throw new Error('a user without a root folder')
    return root
  }

  function findOrAddFolder(owner: number, segments: readonly string[], times: Times): Row {
    const path = `${owner}/${segments.map(encodeURIComponent).join('/')}`
    const known = folders.get(path)
    if (known) return known
    const name = segments.at(-1)
    let folder: Row
    if (name === undefined) folder = rootOf(owner)
    else {
      const parent = findOrAddFolder(owner, segments.slice(0, -1), times).key
      folder =
        db.first(
          'SELECT key, id FROM files WHERE parent_key = ? AND name = ? AND type = 1',
          [parent, name],
          Row,
        ) ?? insert({ owner, parent, type: FileType.folder, name, size: 0, ...times })
    }
    folders.set(path, folder)
    return folder
  }

  return {
    insert,
    rootOf,
    findOrAddFolder,
    /** To be called after a folder was renamed or removed. */
    forgetFolders: () => folders.clear(),
  }
}

function createViewBuilders(
  db: Db,
  userKey: UserKeyLookup,
): Pick<FileBuilders, 'setView' | 'viewOf'> {
  return {
    setView(target, view) {
      const text = view ? JSON.stringify(view) : null
      if (typeof target === 'string') {
        db.run('UPDATE files SET view = ? WHERE id = ?', [text, target])
        return
      }
      const key = userKey(target.trashOf)
      db.run('DELETE FROM user_views WHERE user_key = ? AND host = ?', [key, 'trash'])
      if (text === null) return
      db.run('INSERT INTO user_views (user_key, host, view) VALUES (?, ?, ?)', [key, 'trash', text])
    },
    viewOf(target) {
      if (typeof target !== 'string') return storedViewOfHost(db, userKey(target.trashOf), 'trash')
      const folder = fileById(db, target)
      return folder ? storedFolderView(db, folder) : null
    },
  }
}

export function createFileBuilders(context: ServiceContext, userKey: UserKeyLookup): FileBuilders {
  const { db, store, now } = context
  const { insert, rootOf, findOrAddFolder, forgetFolders } = createTree(context)
  return {
    addFolder: (owner, segments, times = {}) => findOrAddFolder(userKey(owner), segments, times).id,
    addFile(owner, segments, { size, contents, metadata, ...times } = {}) {
      const ownerKey = userKey(owner)
      const parent = findOrAddFolder(ownerKey, segments.slice(0, -1), times).key
      const entityId = newId()
      const file = {
        owner: ownerKey,
        parent,
        type: FileType.file,
        name: segments.at(-1) ?? '',
        size: contents?.byteLength ?? size ?? 0,
        entityId,
        metadata,
        ...times,
      }
      return db.transaction(() => {
        const { id, key } = insert(file)
        const createdAt = times.updatedAt ?? times.createdAt ?? now()
        db.run(
          'INSERT INTO entities (id, file_key, owner_key, size, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?)',
          [entityId, key, ownerKey, file.size, createdAt, ownerKey],
        )
        if (contents) store.put(entityId, contents)
        return id
      })
    },
    addShortcut(owner, segments, shareId, times = {}) {
      const sql = `SELECT f.type, u.id AS owner FROM shares s JOIN files f ON f.key = s.file_key
        JOIN users u ON u.key = s.owner_key WHERE s.id = ?`
      const share = db.first(sql, [shareId], v.object({ type: v.number(), owner: v.string() }))
      if (!share) throw new Error(`no share ${shareId}`)
      return insert({
        owner: userKey(owner),
        parent: findOrAddFolder(userKey(owner), segments.slice(0, -1), times).key,
        type: share.type,
        name: segments.at(-1) ?? '',
        size: 0,
        metadata: {
          [MetadataKey.sharedRedirect]: formatUri({ host: 'share', id: shareId, segments: [] }),
          [MetadataKey.sharedOwner]: share.owner,
        },
        ...times,
      }).id
    },
    findFile(owner, segments) {
      const sql = 'SELECT key, id FROM files WHERE parent_key = ? AND name = ?'
      let file: Row | undefined = rootOf(userKey(owner))
      for (const name of segments) {
        if (!file) return undefined
        file = db.first(sql, [file.key, name], Row)
      }
      return file?.id
    },
    renameFile(fileId, name) {
      db.run('UPDATE files SET name = ? WHERE id = ?', [name, fileId])
      forgetFolders()
    },
    removeFile(fileId) {
      db.run('DELETE FROM files WHERE id = ?', [fileId])
      forgetFolders()
    },
    trashFile(fileId, { at = now(), retentionSeconds = 7 * 24 * 3600, restoreUri } = {}) {
      const file = fileById(db, fileId)
      if (!file) throw new Error(`no file ${fileId}`)
      const { segments } = uriAndAncestorsOf(db, file).uri
      const trashId = moveToTrash(db, file.key, { segments, at, retentionSeconds })
      if (restoreUri !== undefined) {
        db.run('UPDATE files SET restore_uri = ? WHERE id = ?', [restoreUri, fileId])
      }
      if (file.type === FileType.folder) forgetFolders()
      return trashId
    },
    ...createViewBuilders(db, userKey),
  }
}
