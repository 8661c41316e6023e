import * as v from 'valibot'
import { FileType } from '#src/contract/file.ts'
import type { LockApplication } from '#src/contract/lock.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import type { Token } from '#src/contract/user.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import type { Context } from './call.ts'
import { placeOf, fileById } from './files.ts'
import type { FileRow } from './files.ts'
import { newId } from './ids.ts'
import { lockPath } from './lock-table.ts'
import { newLockToken } from './locks.ts'
import { beginFamily } from './tokens.ts'
import { putInTrash } from './trash.ts'

/** Times are milliseconds since 1970; now where left out. */
type Times = { createdAt?: number; updatedAt?: number }
/** Ids are those of the wire. All builders are synchronous; put many into one `db.transaction`. */
export type Builders = {
  /** Adds an account and its empty space. Without password and hash nobody can sign in by password. */
  addUser(user: {
    email: string
    nickname: string
    /** Hashed on the spot, which holds everything up for as long as a sign-in takes. */
    password?: string
    /** Of `hashPassword`. */
    passwordHash?: string
    group?: 'Admin' | 'User'
    totpSecret?: string
    createdAt?: number
  }): string
  /** A hash for `addUser`, as costly as the service's own. */
  hashPassword(password: string): Promise<string>
  /** Makes the folder and those above it that are missing; an existing one is returned as it is. */
  addFolder(owner: string, segments: readonly string[], times?: Times): string
  /** Without contents the file has a size but nothing to read. Throws when the name is taken. */
  addFile(
    owner: string,
    segments: readonly string[],
    file?: Times & {
      size?: number
      contents?: Uint8Array
      metadata?: Readonly<Record<string, string>>
    },
  ): string
  /** Moves an item to the trash; returns its id there (`svc://trash/<id>`). */
  trashFile(fileId: string, options?: { at?: number; retentionSeconds?: number }): string
  addShare(
    fileId: string,
    share?: {
      password?: string
      expires?: number
      remainDownloads?: number
      downloaded?: number
      visited?: number
      price?: number
      permissionSetting?: PermissionSetting
      shareView?: boolean
      showReadme?: boolean
      createdAt?: number
    },
  ): string
  /** Stores a view on a folder, or on a user's trash; null removes it. */
  setView(target: string | { trashOf: string }, view: ViewSetting | null): void
  /** Locks an item, or a path of `owner`'s own space that need not exist; returns the token. */
  addLock(lock: {
    owner: string
    fileId?: string
    path?: readonly string[]
    application: LockApplication
    /** Who holds it. */
    holder?: string
    token?: string
    depth?: 0 | 'infinity'
    /** Never, when left out. */
    expires?: number
    type?: 0 | 1
  }): string
  /** Signs a user in without a password; `expiresInSeconds` is the life of the named kind (both when none is named). */
  mintToken(
    userId: string,
    life?: { expiresInSeconds?: number; kind?: 'access' | 'refresh' },
  ): Token
}

const Key = v.object({ key: v.number() })

/** The builders of tests and sample worlds, on a service's database and store. */
export function createBuilders(context: Context): Builders {
  const { db, store, now } = context
  const userKeys = new Map<string, number>()
  // Keys of folders by owner and path, since worlds put thousands of files into one; checked before use.
  const folders = new Map<string, number>()

  function userKey(id: string): number {
    const known = userKeys.get(id) ?? db.first('SELECT key FROM users WHERE id = ?', [id], Key)?.key
    if (known === undefined) throw new Error(`no user ${id}`)
    userKeys.set(id, known)
    return known
  }
  function mustFile(id: string): FileRow {
    const file = fileById(db, id)
    if (!file) throw new Error(`no file ${id}`)
    return file
  }
  const folderIn = (parent: number, name: string) =>
    db.first(
      'SELECT key FROM files WHERE parent_key = ? AND name = ? AND type = 1',
      [parent, name],
      Key,
    )?.key

  function insert(
    owner: number,
    parent: number | null,
    type: number,
    name: string,
    size: number,
    { createdAt = now(), updatedAt = createdAt }: Times,
    entityId: string | null = null,
    metadata: string | null = null,
  ): { id: string; key: number } {
    const id = newId()
    const { key } = db.run(
      `INSERT INTO files (id, owner_key, parent_key, type, name, size, created_at, updated_at, entity_id, metadata)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [id, owner, parent, type, name, size, createdAt, updatedAt, entityId, metadata],
    )
    return { id, key }
  }
  function folderKey(owner: number, segments: readonly string[], times: Times): number {
    const place = `${owner}/${segments.map(encodeURIComponent).join('/')}`
    const known = folders.get(place)
    if (known !== undefined) return known
    let key: number | undefined
    if (segments.length === 0) {
      key = db.first(
        'SELECT key FROM files WHERE owner_key = ? AND parent_key IS NULL AND trash_id IS NULL',
        [owner],
        Key,
      )?.key
      if (key === undefined) throw new Error('a user without a space')
    } else {
      const parent = folderKey(owner, segments.slice(0, -1), times)
      const name = segments.at(-1) ?? ''
      key = folderIn(parent, name) ?? insert(owner, parent, FileType.folder, name, 0, times).key
    }
    folders.set(place, key)
    return key
  }

  return {
    addUser({
      email,
      nickname,
      password,
      passwordHash,
      group = 'User',
      totpSecret,
      createdAt = now(),
    }) {
      const id = newId()
      const hash = passwordHash ?? (password === undefined ? '' : context.hasher.hashNow(password))
      db.transaction(() => {
        const { key } = db.run(
          `INSERT INTO users (id, email, nickname, password_hash, totp_secret, group_key, created_at)
           SELECT ?, ?, ?, ?, ?, key, ? FROM groups WHERE name = ?`,
          [id, email, nickname, hash, totpSecret ?? null, createdAt, group],
        )
        insert(key, null, FileType.folder, '', 0, { createdAt })
      })
      return id
    },
    hashPassword: (password) => context.hasher.hash(password),
    addFolder(owner, segments, times = {}) {
      const key = folderKey(userKey(owner), segments, times)
      const row = db.first(
        'SELECT id FROM files WHERE key = ?',
        [key],
        v.object({ id: v.string() }),
      )
      if (!row) throw new Error('folder gone')
      return row.id
    },
    addFile(owner, segments, { size, contents, metadata, ...times } = {}) {
      const ownerKey = userKey(owner)
      const parent = folderKey(ownerKey, segments.slice(0, -1), times)
      const bytes = contents?.byteLength ?? size ?? 0
      const entityId = newId()
      const text = metadata && Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null
      return db.transaction(() => {
        const name = segments.at(-1) ?? ''
        const file = insert(ownerKey, parent, FileType.file, name, bytes, times, entityId, text)
        db.run(
          'INSERT INTO entities (id, file_key, owner_key, size, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?)',
          [
            entityId,
            file.key,
            ownerKey,
            bytes,
            times.updatedAt ?? times.createdAt ?? now(),
            ownerKey,
          ],
        )
        if (contents) store.put(entityId, contents)
        return file.id
      })
    },
    trashFile(fileId, { at = now(), retentionSeconds = 7 * 24 * 3600 } = {}) {
      const file = mustFile(fileId)
      const { segments } = placeOf(db, file).uri
      const trashId = putInTrash(db, file.key, { segments, at, retentionSeconds })
      if (file.type === FileType.folder) folders.clear()
      return trashId
    },
    addShare(fileId, share = {}) {
      const owner = db.first(
        'SELECT key, owner_key FROM files WHERE id = ?',
        [fileId],
        v.object({ key: v.number(), owner_key: v.number() }),
      )
      if (!owner) throw new Error(`no file ${fileId}`)
      const id = newId()
      db.run(
        `INSERT INTO shares (id, owner_key, file_key, password, expires_at, remain_downloads, downloaded, visited, price,
           permission_setting, share_view, show_readme, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          id,
          owner.owner_key,
          owner.key,
          share.password ?? null,
          share.expires ?? null,
          share.remainDownloads ?? null,
          share.downloaded ?? 0,
          share.visited ?? 0,
          share.price ?? null,
          share.permissionSetting ? JSON.stringify(share.permissionSetting) : null,
          share.shareView ?? false,
          share.showReadme ?? false,
          share.createdAt ?? now(),
        ],
      )
      return id
    },
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
    addLock({
      owner,
      fileId,
      path,
      application,
      holder,
      token = newLockToken(),
      depth = 'infinity',
      expires,
      type,
    }) {
      const file = fileId === undefined ? undefined : mustFile(fileId)
      const uri = file ? placeOf(db, file).uri : { host: 'my', segments: path ?? [] }
      db.run(
        `INSERT INTO locks (token, owner_key, holder_key, host, path, is_deep, type, application, expires_at, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          token,
          userKey(owner),
          holder === undefined ? null : userKey(holder),
          uri.host,
          lockPath(uri.segments),
          depth === 'infinity',
          type ?? file?.type ?? FileType.file,
          JSON.stringify(application),
          expires ?? null,
          now(),
        ],
      )
      return token
    },
    mintToken(userId, { expiresInSeconds, kind } = {}) {
      const life =
        expiresInSeconds === undefined
          ? {}
          : kind
            ? { [kind]: expiresInSeconds }
            : { access: expiresInSeconds, refresh: expiresInSeconds }
      return beginFamily(context, { key: userKey(userId), id: userId }, life)
    },
  }
}
